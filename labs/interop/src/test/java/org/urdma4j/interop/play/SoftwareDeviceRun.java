package org.urdma4j.interop.play;

import org.urdma4j.channel.RdmaServerChannel;
import org.urdma4j.endpoint.PassiveServer;
import org.urdma4j.interop.guest.GuestShell;
import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.Verbs;
import org.urdma4j.verbs.VerbsException;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;

/**
 * Boots a guest with {@link VerbsPeer} on a tap device that is there, plays cases between it and
 * our software device, then connects both ways, channels too, and prints an {@link Outcome} a line.
 */
final class SoftwareDeviceRun {
    private static final String TAP = "card";
    private static final String ADDRESS = "10.77.0.254";
    private static final String ADDRESS6 = "fd77::fe";
    private static final String GUEST = "10.77.0.1";
    private static final String GUEST6 = "fd77::1";
    private static final int PEER_PORT = 7471;
    private static final int SHELL_PORT = 7472;
    private static final int SHELL_MS = 20_000;
    private static final int LISTENING = 7174;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private SoftwareDeviceRun() {}

    /**
     * Runs it.
     *
     * @param arguments the script, and the class path of the guest
     */
    public static void main(String[] arguments) throws Exception {
        ProcessBuilder command =
                new ProcessBuilder(
                        arguments[0],
                        "--tap",
                        TAP,
                        arguments[1],
                        VerbsPeer.class.getName(),
                        Integer.toString(PEER_PORT));
        command.environment().put("JAVA_GUEST_SECONDS", "3600");
        Process guest = command.redirectErrorStream(true).start();
        Runtime.getRuntime().addShutdownHook(new Thread(guest::destroy));
        CountDownLatch ready = new CountDownLatch(1);
        Thread.ofPlatform().daemon().start(() -> print(guest, ready));
        ready.await();
        if (!guest.isAlive()) {
            System.exit(1);
        }
        play();
        connect(ADDRESS, GUEST, "4");
        connect(ADDRESS6, GUEST6, "6");
        System.exit(0);
    }

    private static void print(Process guest, CountDownLatch ready) {
        try (BufferedReader lines = guest.inputReader()) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                System.out.println(line);
                if (line.equals(VerbsPeer.READY)) {
                    ready.countDown();
                }
            }
        } catch (IOException _) {
            // it has been stopped
        }
        ready.countDown();
    }

    /** The guest is its own router to the cases, which set netem on both of a router's cards. */
    private static void play() throws IOException {
        try (GuestShell shell = new GuestShell(new InetSocketAddress(GUEST, SHELL_PORT))) {
            shell.run("brctl addbr eth1", SHELL_MS);
        }
        Map<String, String> net =
                Map.of(
                        "far_address",
                        ADDRESS,
                        "far_address6",
                        ADDRESS6,
                        "guest",
                        GUEST,
                        "port",
                        Integer.toString(PEER_PORT),
                        "router",
                        GUEST,
                        "shell",
                        Integer.toString(SHELL_PORT));
        Cases.play(
                Backend.UDP, net, true, 1, SoftwareDeviceRun::isPlayed, SoftwareDeviceRun::print);
    }

    /** All over a path without trouble, but for what takes minutes; and loss of each kind. */
    static boolean isPlayed(String name) {
        int slash = name.indexOf('/');
        return slash < 0
                ? !Set.of("connects", "write-1g").contains(name)
                : Set.of("loss-in", "loss-out", "netem-loss").contains(name.substring(0, slash));
    }

    private static void print(Outcome outcome) {
        System.out.println(outcome.line());
    }

    /** Something that either works or throws. */
    private interface Body {
        void run() throws IOException, InterruptedException;
    }

    private static void connect(String own, String guest, String ip) throws Exception {
        InetAddress local = InetAddress.ofLiteral(own);
        InetSocketAddress there = new InetSocketAddress(guest, LISTENING);
        try (Context context = Verbs.open(local)) {
            attempt(
                    "cm",
                    "urdma4j asks",
                    ip,
                    () -> {
                        try (Told peer = new Told()) {
                            peer.tell("listen port=" + LISTENING);
                            Echo.ask(context, there, PATIENCE);
                        }
                    });
            attempt(
                    "cm",
                    "rxe asks",
                    ip,
                    () -> {
                        try (Told peer = new Told();
                                PassiveServer server = PassiveServer.listen(context, LISTENING)) {
                            Thread serving = Thread.ofVirtual().start(() -> serve(server));
                            peer.tell("dial address=%s port=%d".formatted(own, LISTENING));
                            serving.join(PATIENCE);
                        }
                    });
            attempt(
                    "channel",
                    "urdma4j asks",
                    ip,
                    () -> {
                        try (Told peer = new Told()) {
                            peer.tell("listen-channel port=" + LISTENING);
                            ChannelEcho.ask(context, there, PATIENCE);
                        }
                    });
            attempt(
                    "channel",
                    "rxe asks",
                    ip,
                    () -> {
                        try (Told peer = new Told();
                                RdmaServerChannel server =
                                        ChannelEcho.listen(context, LISTENING, PATIENCE)) {
                            Thread serving = Thread.ofVirtual().start(() -> serve(server));
                            peer.tell("dial-channel address=%s port=%d".formatted(own, LISTENING));
                            serving.join(PATIENCE);
                        }
                    });
        }
    }

    private static void serve(RdmaServerChannel server) {
        try {
            ChannelEcho.serve(server);
        } catch (IOException e) {
            System.out.println("serving: " + e);
        }
    }

    private static void serve(PassiveServer server) {
        try {
            Echo.serve(server, PATIENCE);
        } catch (InterruptedException | VerbsException e) {
            System.out.println("serving: " + e);
        }
    }

    private static void attempt(String name, String role, String ip, Body body) {
        long beginNs = System.nanoTime();
        String failure = "";
        try {
            body.run();
        } catch (IOException | InterruptedException | RuntimeException e) {
            failure = e.toString();
        }
        long millis = Duration.ofNanos(System.nanoTime() - beginNs).toMillis();
        print(new Outcome(name, role, ip, "", failure.isEmpty(), millis, failure));
    }

    /** The peer in the guest, told one thing. */
    private static final class Told implements AutoCloseable {
        private final Socket socket = new Socket(GUEST, PEER_PORT);

        Told() throws IOException {
            socket.setSoTimeout(3 * (int) PATIENCE.toMillis());
        }

        void tell(String line) throws IOException {
            PrintStream out =
                    new PrintStream(socket.getOutputStream(), true, StandardCharsets.US_ASCII);
            out.print(line + "\n");
            out.flush();
            BufferedReader in =
                    new BufferedReader(
                            new InputStreamReader(
                                    socket.getInputStream(), StandardCharsets.US_ASCII));
            String answer = in.readLine();
            if (answer == null || !answer.startsWith("ok")) {
                throw new IOException("the guest said to \"%s\": %s".formatted(line, answer));
            }
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
