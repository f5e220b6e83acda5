package org.urdma4j.tools;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.urdma4j.tools.terminal.ThisJava;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A JVM elsewhere, such as in a network namespace, in which urdma commands run one after another or
 * side by side: for tests of what commands do there, not of their processes.
 */
public final class CommandHost implements AutoCloseable {
    static final String OUT = "out";
    static final String ERR = "err";
    static final String STATUS = "status";

    private static final long MOST_MS = 120_000;

    private final Process process;
    private final Writer input;
    private final List<Command> commands = Collections.synchronizedList(new ArrayList<>());

    private CommandHost(Process process) {
        this.process = process;
        input = process.outputWriter(UTF_8);
        Thread.ofPlatform().daemon().start(this::read);
    }

    /**
     * Starts a JVM.
     *
     * @param inside what is before its command line, such as {@code ip netns exec NAME}
     * @param flags more flags of the JVM
     */
    public static CommandHost start(List<String> inside, String... flags) throws IOException {
        List<String> java = new ArrayList<>(ThisJava.command());
        java.addAll(1, List.of(flags));
        java.set(java.size() - 1, HostedCommands.class.getName());
        List<String> all = Stream.of(inside, java).flatMap(List::stream).toList();
        return new CommandHost(
                new ProcessBuilder(all).redirectError(ProcessBuilder.Redirect.INHERIT).start());
    }

    /** Starts a command there. */
    public Command run(Object... arguments) throws IOException {
        Command command = new Command();
        int number;
        synchronized (commands) {
            number = commands.size();
            commands.add(command);
        }
        String words =
                Stream.concat(Stream.of(number), Stream.of(arguments))
                        .map(Object::toString)
                        .collect(Collectors.joining(String.valueOf(HostedCommands.SEPARATOR)));
        synchronized (input) {
            input.write(words + '\n');
            input.flush();
        }
        return command;
    }

    private void read() {
        try (BufferedReader reader = process.inputReader(UTF_8)) {
            reader.lines().forEach(this::take);
        } catch (IOException | UncheckedIOException _) {
            // killed
        }
        for (Command each : List.copyOf(commands)) {
            each.take(ERR, "the JVM has ended");
            each.take(STATUS, "-1");
        }
    }

    private void take(String line) {
        String[] parts = line.split(String.valueOf(HostedCommands.SEPARATOR), 3);
        commands.get(Integer.parseInt(parts[0])).take(parts[1], parts[2]);
    }

    /** Kills the JVM with whatever runs there. */
    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().join();
    }

    /** One command. */
    public static final class Command {
        private final StringBuilder out = new StringBuilder();
        private final StringBuilder err = new StringBuilder();
        private Integer status;

        private Command() {}

        private synchronized void take(String kind, String text) {
            if (kind.equals(STATUS)) {
                status = status == null ? Integer.valueOf(text) : status;
            } else {
                (kind.equals(OUT) ? out : err).append(text).append('\n');
            }
            notifyAll();
        }

        /** Waits for a line among its output. */
        public synchronized void awaitLine(Predicate<String> wanted)
                throws IOException, InterruptedException {
            await(() -> status != null || said(wanted));
            if (!said(wanted)) {
                throw new IOException("it ended before: " + out + err);
            }
        }

        private boolean said(Predicate<String> wanted) {
            return out.toString().lines().anyMatch(wanted);
        }

        /** Waits until it ends. */
        public synchronized Invocation end() throws IOException, InterruptedException {
            await(() -> status != null);
            return new Invocation(status, out.toString(), err.toString());
        }

        /** The same, and it has to end well. */
        public Invocation endWell() throws IOException, InterruptedException {
            Invocation end = end();
            assertThat(end.status()).as(end.out() + end.err()).isZero();
            return end;
        }

        /** Waits until a client and its server have ended, both of them well. */
        public static void endWell(Command asking, Command serving)
                throws IOException, InterruptedException {
            Invocation asked = asking.end();
            assertThat(asked.status()).as(asked.out() + asked.err() + serving).isZero();
            serving.endWell();
        }

        private synchronized void await(BooleanSupplier event)
                throws IOException, InterruptedException {
            long lastMs = nowMs() + MOST_MS;
            while (!event.getAsBoolean()) {
                long leftMs = lastMs - nowMs();
                if (leftMs <= 0) {
                    throw new IOException("not within " + MOST_MS + " ms: " + out + err);
                }
                wait(leftMs);
            }
        }

        private static long nowMs() {
            return System.nanoTime() / 1_000_000;
        }

        @Override
        public synchronized String toString() {
            return out.toString() + err;
        }
    }
}
