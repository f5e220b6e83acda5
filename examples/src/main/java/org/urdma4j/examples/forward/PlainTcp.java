package org.urdma4j.examples.forward;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;

/**
 * A program that knows of TCP at 127.0.0.1 and of nothing else: {@code PlainTcp serve PORT} sends
 * back what it gets, {@code PlainTcp PORT TEXT} prints what comes back.
 */
public final class PlainTcp {
    private PlainTcp() {}

    static void serve(ServerSocket server) throws IOException {
        while (true) {
            try (Socket client = server.accept()) {
                client.getInputStream().transferTo(client.getOutputStream());
            } catch (SocketException e) {
                if (server.isClosed()) {
                    throw e;
                } // otherwise this client has gone, and there are others
            }
        }
    }

    static String ask(int port, String text) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream().write(text.getBytes(UTF_8));
            socket.shutdownOutput();
            return new String(socket.getInputStream().readAllBytes(), UTF_8);
        }
    }

    /** Exits with status 1 if it can't connect or listen, with 2 if it is called wrongly. */
    public static void main(String[] args) {
        boolean serves = args.length == 2 && args[0].equals("serve");
        if (args.length != 2 || !args[serves ? 1 : 0].matches("\\d{1,5}")) {
            System.err.println("usage: PlainTcp serve PORT | PlainTcp PORT TEXT");
            System.exit(2);
        }
        int port = Integer.parseInt(args[serves ? 1 : 0]);
        try {
            if (serves) {
                serve(new ServerSocket(port, 50, InetAddress.getLoopbackAddress()));
            }
            System.out.println(ask(port, args[1]));
        } catch (IOException | IllegalArgumentException e) {
            System.err.println("PlainTcp: " + e.getMessage());
            System.exit(1);
        }
    }
}
