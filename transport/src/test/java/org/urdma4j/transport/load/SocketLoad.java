package org.urdma4j.transport.load;

import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.QpEndpoint;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Map;

/**
 * A program that writes from one device to another over UDP for a while, one profile after the
 * other, and prints what happens: {@code profile=urdma,standard time=10 payload=8928 …}, see {@link
 * LoadOptions}. With {@code role=receive} and {@code role=send} the ends are two processes, which
 * may be in two network namespaces.
 */
final class SocketLoad {
    private SocketLoad() {}

    public static void main(String[] args) throws Exception {
        Map<String, String> given = LoadOptions.map(args);
        LoadOptions options = LoadOptions.parse(given);
        double first = 0;
        for (String profile : given.getOrDefault("profile", "standard,urdma").split(",", -1)) {
            System.out.println("== " + profile);
            double goodput =
                    switch (options.role()) {
                        case "both" -> both(options, profile.equals("urdma"));
                        case "receive" -> receive(options, profile.equals("urdma"));
                        case "send" -> send(options, profile.equals("urdma"));
                        default -> throw new IllegalArgumentException(options.role());
                    };
            if (first == 0) {
                first = goodput;
            } else {
                System.out.printf("ratio %.3f%n", goodput / first);
            }
        }
        System.exit(0);
    }

    private static double both(LoadOptions options, boolean urdma) throws Exception {
        try (LoadEnd a = new LoadEnd(options.local(), options);
                LoadEnd b = new LoadEnd(options.peer(), options)) {
            a.connect(b.address(), urdma);
            b.connect(a.address(), urdma);
            return run(options, a, new LoadMonitor(a, b, options), b.memoryAddress(), b.rkey());
        }
    }

    private static double run(
            LoadOptions options, LoadEnd sender, LoadMonitor monitor, long address, int rkey)
            throws Exception {
        Thread watching = new Thread(monitor, "monitor");
        watching.start();
        sender.write(address, rkey, System.nanoTime() + options.seconds() * 1_000_000_000L);
        monitor.stop();
        watching.join();
        return monitor.goodput();
    }

    private static double receive(LoadOptions options, boolean urdma) throws Exception {
        try (ServerSocket server = new ServerSocket()) {
            server.setReuseAddress(true);
            server.bind(new InetSocketAddress(options.peer(), options.port()));
            System.out.println("ready");
            try (Socket socket = server.accept();
                    LoadEnd end = new LoadEnd(options.peer(), options)) {
                Peer other = exchange(socket, end);
                end.connect(other.address, urdma);
                LoadMonitor monitor = new LoadMonitor(null, end, options);
                socket.getOutputStream().write(1);
                Thread watching = new Thread(monitor, "monitor");
                watching.start();
                var _ = socket.getInputStream().read();
                monitor.stop();
                watching.join();
                socket.getOutputStream().write(1);
                return monitor.goodput();
            }
        }
    }

    private static double send(LoadOptions options, boolean urdma) throws Exception {
        try (Socket socket = connect(options);
                LoadEnd end = new LoadEnd(options.local(), options)) {
            Peer other = exchange(socket, end);
            end.connect(other.address, urdma);
            var _ = socket.getInputStream().read();
            LoadMonitor monitor = new LoadMonitor(end, null, options);
            double goodput = run(options, end, monitor, other.memory, other.rkey);
            socket.getOutputStream().write(1);
            var _ = socket.getInputStream().read();
            return goodput;
        }
    }

    private static Socket connect(LoadOptions options) throws Exception {
        for (int attempt = 0; ; attempt++) {
            try {
                return new Socket(options.peer(), options.port());
            } catch (IOException e) {
                if (attempt == 50) {
                    throw e;
                }
                Thread.sleep(100);
            }
        }
    }

    private record Peer(QpEndpoint address, long memory, int rkey) {}

    private static Peer exchange(Socket socket, LoadEnd end) throws IOException {
        DataOutputStream out = new DataOutputStream(socket.getOutputStream());
        out.writeInt(end.address().qpn());
        out.writeInt(end.address().psn());
        out.writeUTF(end.address().gid().toString());
        out.writeLong(end.memoryAddress());
        out.writeInt(end.rkey());
        DataInputStream in = new DataInputStream(socket.getInputStream());
        QpEndpoint address = new QpEndpoint(in.readInt(), in.readInt(), Gid.parse(in.readUTF()));
        return new Peer(address, in.readLong(), in.readInt());
    }
}
