package org.urdma4j.interop.play;

import org.urdma4j.verbs.Device;
import org.urdma4j.verbs.Verbs;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What rxe-peer is, over the verbs API: does on the first device of this machine what it is told
 * over TCP, a line each, as rxe-peer's main.c has it, but for counters, and with a region for a
 * window; each connection has a queue pair of its own. {@code listen} and {@code dial} are
 * connections of the connection manager beside it, with {@code -channel} behind it channels.
 */
final class VerbsPeer {
    /** What it prints once it listens. */
    static final String READY = "peer: ready";

    private VerbsPeer() {}

    /**
     * Serves until it is killed, or not at all without a device.
     *
     * @param arguments the TCP port
     */
    public static void main(String[] arguments) throws IOException {
        List<Device> devices = Verbs.devices();
        if (devices.isEmpty()) {
            System.out.println("peer: no device");
            return;
        }
        try (ServerSocket listening = new ServerSocket(Integer.parseInt(arguments[0]))) {
            System.out.println(READY);
            while (true) {
                Socket connection = listening.accept();
                Thread.ofPlatform().start(() -> serve(connection, devices.getFirst()));
            }
        }
    }

    private static void serve(Socket connection, Device device) {
        try (connection;
                PeerEnd end = new PeerEnd(device);
                BufferedReader in =
                        new BufferedReader(
                                new InputStreamReader(
                                        connection.getInputStream(), StandardCharsets.US_ASCII));
                PrintStream out = new PrintStream(connection.getOutputStream(), true)) {
            connection.setTcpNoDelay(true);
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String answer;
                try {
                    answer = "ok " + execute(end, Line.of(line));
                } catch (IOException | RuntimeException e) {
                    answer = "error " + e.toString().replace('\n', ' ');
                }
                out.print(answer.strip() + "\n");
                out.flush();
            }
        } catch (IOException e) {
            System.out.println("peer: " + e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static String execute(PeerEnd end, Line line) throws IOException, InterruptedException {
        return switch (line.command()) {
            case "create" -> end.create(line);
            case "connect" -> end.connect(line);
            case "window" -> end.window(line);
            case "receive" -> end.receive(line);
            case "post" -> end.post(line);
            case "complete" -> end.complete(line);
            case "fill" -> end.fill(line);
            case "sum" -> end.sum(line);
            case "peek" -> end.peek(line);
            case "poke" -> end.poke(line);
            case "state" -> end.state();
            case "listen" -> end.listen(line);
            case "dial" -> end.dial(line);
            case "listen-channel" -> end.listenChannel(line);
            case "dial-channel" -> end.dialChannel(line);
            default -> throw new IllegalArgumentException("unknown command " + line.command());
        };
    }

    /** A request, {@code command key=value ...}, with numbers in decimal or 0x form. */
    record Line(String command, Map<String, String> values) {
        static Line of(String text) {
            String[] words = text.strip().split(" +", -1);
            Map<String, String> values = new HashMap<>();
            Arrays.stream(words)
                    .skip(1)
                    .map(word -> word.split("=", 2))
                    .forEach(pair -> values.put(pair[0], pair[1]));
            return new Line(words[0], values);
        }

        String text(String key) {
            String value = values.get(key);
            if (value == null) {
                throw new IllegalArgumentException(key + "= is missing");
            }
            return value;
        }

        /** Numbers of 64 bits have all of these in 0x form. */
        long number(String key) {
            String value = text(key);
            return value.startsWith("0x")
                    ? Long.parseUnsignedLong(value.substring(2), 16)
                    : Long.parseLong(value);
        }

        long numberOr(String key, long otherwise) {
            return values.containsKey(key) ? number(key) : otherwise;
        }
    }
}
