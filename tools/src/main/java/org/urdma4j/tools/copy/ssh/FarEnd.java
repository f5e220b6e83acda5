package org.urdma4j.tools.copy.ssh;

import org.urdma4j.copy.message.ByteString;
import org.urdma4j.copy.tree.TreePath;
import org.urdma4j.transport.port.ProtectionMaker;
import org.urdma4j.verbs.text.ForeignText;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/**
 * A server that ssh has started for one copy, and ends with it. What ssh and the far end print on
 * their error output is passed on. For one thread.
 */
public final class FarEnd implements Closeable {
    /** A machine that is very busy starts a JVM in half of it. */
    private static final long TO_ANSWER_S = 60;

    /** Lines that nobody has taken; of a copy all are. */
    private static final int MOST_LINES = 1 << 13;

    private static final long TO_END_MS = 3000;
    private static final int NOT_EXECUTABLE = 126;
    private static final int NOT_FOUND = 127;
    private static final int SSH_FAILED = 255;

    /** What a shell says of a program that it doesn't find, which is said in other words then. */
    private static final Pattern MISSING = Pattern.compile("not found|No such file|not executable");

    private final Process process;
    private final SshCommand ssh;
    private final String destination;
    private final String command;
    private final Consumer<String> told;
    private final BlockingQueue<Optional<String>> lines = new LinkedBlockingQueue<>(MOST_LINES);
    private final List<String> held = new ArrayList<>();
    private final Thread errors;
    private final ByteString key;
    private volatile boolean prints;
    private boolean sends;
    private boolean holds = true;
    private boolean said;

    private FarEnd(
            Process process,
            SshCommand ssh,
            String destination,
            String command,
            Consumer<String> told,
            ByteString key) {
        this.process = process;
        this.ssh = ssh;
        this.destination = destination;
        this.command = command;
        this.told = told;
        this.key = key;
        errors = Thread.ofPlatform().daemon().name("ssh-errors").start(this::readErrors);
        Thread.ofPlatform().daemon().name("ssh-lines").start(this::readLines);
    }

    /**
     * Has ssh start the far end.
     *
     * @param destination USER@HOST, or HOST
     * @param command what runs urdma there, in the language of the shell there
     * @param options of its own, of words that mean themselves to a shell
     * @param told each line that is printed about it
     * @param random a secure source
     * @throws IOException if there is no such ssh
     */
    public static FarEnd start(
            SshCommand ssh,
            String destination,
            String command,
            String options,
            Consumer<String> told,
            RandomGenerator random)
            throws IOException {
        List<String> all = ssh.running(destination, command + " serve --once --stdio" + options);
        Process process;
        try {
            process = new ProcessBuilder(all).start();
        } catch (IOException e) {
            throw new IOException(
                    "can't run %s; --ssh=COMMAND names another program".formatted(ssh.program()),
                    e);
        }
        return new FarEnd(process, ssh, destination, command, told, CopyKey.random(random));
    }

    private void readLines() {
        try (InputStream in = process.getInputStream()) {
            for (String line = Exchange.readLine(in); line != null; line = Exchange.readLine(in)) {
                if (prints) {
                    lines.put(Optional.of(line));
                } else {
                    var _ = lines.offer(Optional.of(line));
                }
            }
        } catch (IOException _) {
            // as at its end
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        try {
            lines.put(Optional.empty());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void readErrors() {
        try (InputStream in = process.getErrorStream()) {
            ByteArrayOutputStream line = new ByteArrayOutputStream();
            for (int b = in.read(); b >= 0; b = in.read()) {
                if (b == '\n') {
                    tell(line);
                } else if (b != '\r' && line.size() < Exchange.MOST) {
                    line.write(b);
                }
            }
            if (line.size() > 0) {
                tell(line);
            }
        } catch (IOException _) {
            // as at its end
        }
    }

    private synchronized void tell(ByteArrayOutputStream line) {
        String text = ForeignText.show(line.toByteArray(), StandardCharsets.UTF_8);
        line.reset();
        said = true;
        if (holds && MISSING.matcher(text).find()) {
            held.add(text);
        } else {
            told.accept(text);
        }
    }

    private synchronized void release(boolean tells) {
        holds = false;
        if (tells) {
            held.forEach(told);
        }
        held.clear();
    }

    /**
     * Has a folder served, once the far end is there: that takes as long as a user needs to type a
     * password.
     *
     * @param folder as the user has written it
     * @param port UDP and TCP, 0 for any
     * @param address where to listen, null for where ssh came in
     * @return where it listens, as it knows its address
     * @throws IOException with a line for the user
     */
    public Exchange.Ready serve(ByteString folder, boolean readOnly, int port, InetAddress address)
            throws IOException, InterruptedException {
        greet();
        ask(new Exchange.Request(key, folder, readOnly, port, address).line());
        Exchange.Ready ready = null;
        while (ready == null) {
            String line = answer();
            try {
                ready = Exchange.answer(line);
            } catch (IOException e) {
                throw new IOException("%s: %s".formatted(destination, e.getMessage()), e);
            }
        }
        return ready;
    }

    /**
     * Waits until it is there, as {@link #serve}, to send to another host.
     *
     * @throws IOException with a line for the user, also if it is too old for that
     */
    public void awaitSender() throws IOException, InterruptedException {
        greet();
        if (!sends) {
            throw new IOException(
                    "the urdma of %s is too old to send to another host".formatted(destination));
        }
    }

    /**
     * Has it send to what another far end serves; after {@link #awaitSender}.
     *
     * @param address of the other, as it says it or as it is wanted
     * @param exact whether it has no other address
     * @param arguments as the user has written them
     * @param printed each line that the copy prints
     * @return the exit status of the copy
     * @throws IOException with a line for the user, if there was no copy
     */
    public int send(
            FarEnd other,
            InetAddress address,
            boolean exact,
            int port,
            TreePath at,
            List<ByteString> arguments,
            Consumer<String> printed)
            throws IOException, InterruptedException {
        String request = new Exchange.Send(other.key, address, exact, port, at, arguments).line();
        if (request.length() > Exchange.MOST) {
            throw new IOException("between two hosts there can't be that many names");
        }
        prints = true;
        ask(request);
        while (!answer().equals(Exchange.SENDS)) {
            // what a shell prints
        }
        for (Optional<String> line = lines.take(); line.isPresent(); line = lines.take()) {
            byte[] bytes = line.get().getBytes(StandardCharsets.ISO_8859_1);
            printed.accept(ForeignText.show(bytes, StandardCharsets.UTF_8));
        }
        int status = process.waitFor();
        errors.join(TO_END_MS);
        if (status == SSH_FAILED) {
            throw ended();
        }
        return status;
    }

    private void greet() throws IOException, InterruptedException {
        String greeting;
        do {
            greeting = lines.take().orElse(null);
            if (greeting == null) {
                throw ended();
            }
            sends |= greeting.equals(Exchange.CAN_SEND);
        } while (!greeting.startsWith(Exchange.GREETING));
        release(true);
        String version = greeting.substring(Exchange.GREETING.length());
        if (!version.equals(String.valueOf(Exchange.VERSION))) {
            throw new IOException(
                    "the urdma of %s is of another version: use the same at both ends"
                            .formatted(destination));
        }
    }

    private void ask(String line) throws IOException, InterruptedException {
        OutputStream out = process.getOutputStream();
        try {
            out.write(line.getBytes(StandardCharsets.US_ASCII));
            out.flush();
        } catch (IOException _) {
            throw ended();
        }
    }

    /** Waits for a line that may be an answer. */
    private String answer() throws IOException, InterruptedException {
        Optional<String> line = lines.poll(TO_ANSWER_S, TimeUnit.SECONDS);
        if (line == null) {
            throw new IOException(
                    "the urdma of %s doesn't answer for %d s".formatted(destination, TO_ANSWER_S));
        }
        if (line.isEmpty()) {
            throw ended();
        }
        return line.get();
    }

    /** Returns why it has ended before the copy. */
    private IOException ended() throws InterruptedException {
        if (!process.waitFor(TO_END_MS, TimeUnit.MILLISECONDS)) {
            return new IOException("the urdma of %s has closed its output".formatted(destination));
        }
        errors.join(TO_END_MS);
        int status = process.exitValue();
        boolean missing = status == NOT_FOUND || status == NOT_EXECUTABLE;
        release(!missing);
        if (missing) {
            return new IOException(
                    "%s has no urdma at \"%s\": name it with --remote-command"
                            .formatted(destination, command));
        }
        String why;
        synchronized (this) {
            why = said ? ", see above" : "";
        }
        return new IOException(
                status == SSH_FAILED
                        ? "%s doesn't reach %s%s".formatted(ssh.program(), destination, why)
                        : "\"%s serve --once --stdio\" at %s ended with status %d%s; is it as new as this one?"
                                .formatted(command, destination, status, why));
    }

    /** Returns what protects a device of this end. */
    public ProtectionMaker protection() {
        return CopyKey.protection(key);
    }

    /** Ends it, and returns when ssh has ended. */
    @Override
    public void close() {
        boolean interrupted = false;
        try {
            process.getOutputStream().close();
        } catch (IOException _) {
            // it has ended before
        }
        for (int tries = 0; process.isAlive(); tries++) {
            try {
                if (!process.waitFor(TO_END_MS, TimeUnit.MILLISECONDS)) {
                    if (tries == 0) {
                        process.destroy();
                    } else {
                        process.destroyForcibly();
                    }
                }
            } catch (InterruptedException _) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
