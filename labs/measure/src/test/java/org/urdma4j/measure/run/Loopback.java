package org.urdma4j.measure.run;

import org.urdma4j.measure.control.ControlConnection;
import org.urdma4j.measure.spec.RunSpec;
import org.urdma4j.measure.traffic.TrafficEnds;
import org.urdma4j.measure.verbs.VerbsEnds;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A server on 127.0.0.1, and clients on 127.0.0.2, in this JVM. */
final class Loopback implements AutoCloseable {
    static final String SOFTWARE = "test";

    final List<RunRecord> served = new CopyOnWriteArrayList<>();
    final List<String> refused = new CopyOnWriteArrayList<>();
    final BenchServer server;

    Loopback(boolean once) throws IOException {
        this(new VerbsEnds(), once);
    }

    Loopback(TrafficEnds ends, boolean once) throws IOException {
        this(ends, once, BenchServer.Limits.DEFAULT);
    }

    Loopback(TrafficEnds ends, boolean once, BenchServer.Limits limits) throws IOException {
        ServerListener listener =
                new ServerListener() {
                    @Override
                    public void onEnd(RunRecord record) {
                        served.add(record);
                    }

                    @Override
                    public void onRefused(String peer, String why) {
                        refused.add(why);
                    }

                    @Override
                    public String output() {
                        return "what the server printed";
                    }
                };
        server = new BenchServer(address(1), 0, ends, listener, SOFTWARE, once, limits);
    }

    static InetAddress address(int last) throws IOException {
        return InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) last});
    }

    /** Opens a TCP connection to the server. */
    Socket socket() throws IOException {
        return socket(address(2).getHostAddress());
    }

    /** The same from an address of loopback. */
    Socket socket(String from) throws IOException {
        Socket socket = new Socket();
        socket.bind(new InetSocketAddress(InetAddress.ofLiteral(from), 0));
        socket.connect(new InetSocketAddress(address(1), server.port()));
        return socket;
    }

    BenchClient client() throws IOException {
        return client(new VerbsEnds());
    }

    BenchClient client(TrafficEnds ends) throws IOException {
        return client(ends, socket());
    }

    /** One whose device has another address than the rest. */
    BenchClient client(String from) throws IOException {
        return client(new VerbsEnds(), socket(from));
    }

    private BenchClient client(TrafficEnds ends, Socket socket) throws IOException {
        return new BenchClient(new ControlConnection(socket), ends, server.port(), SOFTWARE, true);
    }

    RunRecord run(RunSpec spec) throws IOException, InterruptedException {
        try (BenchClient client = client()) {
            return client.run(spec, new RunListener() {});
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
