package org.urdma4j.tools;

import picocli.CommandLine;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.ServerSocket;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/** One call of the command in this JVM: its exit status and what it printed. */
public record Invocation(int status, String out, String err) {
    private static final String WAITS = "urdma: no answer yet from UDP port [0-9]+ .*(\n|$)";
    private static final int MOST_TRIES = 200;
    private static final int BETWEEN_TRIES_MS = 50;

    public static Invocation of(Object... arguments) {
        String[] words = words(arguments);
        return of(Urdma.commandLine(words), words);
    }

    private static String[] words(Object... arguments) {
        return Stream.of(arguments).map(Object::toString).toArray(String[]::new);
    }

    /**
     * Begins one on a thread of its own. Those of the common pool may be in the network namespace
     * of a test before: a thread is in that of the one that made it.
     */
    public static CompletableFuture<Invocation> start(Object... arguments) {
        return CompletableFuture.supplyAsync(
                () -> of(arguments), task -> Thread.ofPlatform().daemon().start(task));
    }

    /** Runs a client, again until its server listens, which it does sooner or later. */
    public static Invocation ofClient(Object... arguments) throws InterruptedException {
        Invocation result = of(arguments);
        for (int i = 0; i < MOST_TRIES && result.err().contains("can't reach"); i++) {
            Thread.sleep(BETWEEN_TRIES_MS);
            result = of(arguments);
        }
        return result;
    }

    /** Runs a copy, and leaves out what it says while it waits. */
    public static Invocation ofCopy(Object... arguments) {
        Stream<Object> all = Stream.concat(Stream.of("copy"), Stream.of(arguments));
        return of(all.toArray()).withoutWaits();
    }

    /** Leaves out what a copy says while it waits for an answer: the machine may be busy. */
    public Invocation withoutWaits() {
        return new Invocation(status, out, withoutWaits(err));
    }

    /** The same of what a copy has printed. */
    public static String withoutWaits(String err) {
        return err.replaceAll(WAITS, "");
    }

    /** Returns a TCP port at which nobody listens. */
    public static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    static Invocation of(CommandLine line, String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        line.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        int status = Failures.execute(line, arguments);
        line.getOut().flush();
        line.getErr().flush();
        return new Invocation(status, out.toString(), err.toString());
    }

    public List<String> errLines() {
        return err.lines().toList();
    }
}
