package org.urdma4j.tools.copy.ssh;

import org.urdma4j.copy.rdma.CopyDevice;
import org.urdma4j.copy.rdma.CopyPaths;
import org.urdma4j.copy.rdma.RdmaListener;
import org.urdma4j.copy.serve.CopyServer;
import org.urdma4j.copy.serve.ServeListener;
import org.urdma4j.copy.serve.ServeOptions;
import org.urdma4j.copy.tree.Root;
import org.urdma4j.copy.wire.Listener;
import org.urdma4j.protection.association.listener.KeyListener;
import org.urdma4j.tools.peer.OwnAddress;
import org.urdma4j.transport.port.ProtectionMaker;
import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.UrdmaTuning;
import org.urdma4j.verbs.VerbsException;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Serves one copy to whoever has standard input and output: until that copy has ended, or its input
 * has, as when ssh dies. For one thread.
 */
public final class StdioServer {
    private static final int MOST_CONNECTIONS = 64;
    private static final int TRIES = 20;
    private static final Duration IDLE = Duration.ofMinutes(1);

    /** For the first connection: who can't come by UDP says so and ends before. */
    private static final Duration TO_COME = Duration.ofMinutes(1);

    private final InputStream in;
    private final WritableByteChannel out;
    private final String sshConnection;
    private final String home;
    private final UrdmaTuning sending;
    private final CopyPaths paths;

    /**
     * @param sshConnection as sshd sets {@code SSH_CONNECTION}, or null: where ssh came in
     * @param home of this user, or null
     * @param sending how this end sends
     * @param paths with which addresses beside the one that it listens at
     */
    public StdioServer(
            InputStream in,
            WritableByteChannel out,
            String sshConnection,
            String home,
            UrdmaTuning sending,
            CopyPaths paths) {
        this.in = in;
        this.out = out;
        this.sshConnection = sshConnection;
        this.home = home;
        this.sending = sending;
        this.paths = paths;
    }

    /** Sends to another host. */
    @FunctionalInterface
    public interface Sending {
        /** Returns the exit status; what is wrong is printed. */
        int run(Exchange.Send request);
    }

    /**
     * Serves, or sends.
     *
     * @return the exit status; 1 if it couldn't serve, and the other end knows why
     */
    public int run(Sending sending) throws IOException, InterruptedException {
        say("\n" + Exchange.CAN_SEND + "\n" + Exchange.GREETING + Exchange.VERSION + "\n");
        Exchange.Request request = null;
        while (request == null) {
            String line = Exchange.readLine(in);
            if (line == null) {
                return 1;
            }
            Exchange.Send send = Exchange.Send.parse(line);
            if (send != null) {
                return send(sending, send);
            }
            request = Exchange.Request.parse(line);
        }
        String why;
        try {
            serve(request);
            return 0;
        } catch (IOException | VerbsException | IllegalArgumentException e) {
            why = e.getMessage() == null ? e.toString() : e.getMessage();
        }
        say(Exchange.error(why));
        return 1;
    }

    /** With the end of its input it ends, as at Ctrl-C. */
    private int send(Sending sending, Exchange.Send request) throws IOException {
        say(Exchange.SENDS + "\n");
        Thread copies = Thread.currentThread();
        Thread.ofPlatform()
                .daemon()
                .name("copy-stdin")
                .start(() -> {
                    awaitEnd();
                    copies.interrupt();
                });
        return sending.run(request);
    }

    private void say(String line) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(line.getBytes(StandardCharsets.US_ASCII));
        while (bytes.hasRemaining()) {
            out.write(bytes);
        }
    }

    private void serve(Exchange.Request request) throws IOException, InterruptedException {
        ServeOptions options =
                new ServeOptions(request.readOnly(), MOST_CONNECTIONS, IDLE)
                        .withPerPeer(MOST_CONNECTIONS)
                        .withPrivileged(true);
        ServeOnce once = new ServeOnce(ServeListener.NONE);
        InetAddress address = address(request.address());
        ProtectionMaker protection = CopyKey.protection(request.key());
        try (Root root = Root.open(expand(request.folder().toBytes()));
                Device device = device(address, request.port(), protection, paths);
                Listener listener = RdmaListener.listen(device.context, sending);
                CopyServer server = CopyServer.start(listener, root, options, once)) {
            once.ends(server);
            Thread.ofPlatform().daemon().name("serve-stdin").start(() -> awaitEnd(server, once));
            say(new Exchange.Ready(address, device.port).line());
            if (!once.awaitFirst(TO_COME.toSeconds(), TimeUnit.SECONDS)) {
                return;
            }
            server.await();
        }
    }

    /** Whatever comes means nothing; that nothing more comes does. */
    private void awaitEnd() {
        try {
            while (Exchange.readLine(in) != null) {
                // not for this version
            }
        } catch (IOException _) {
            // it is closed
        }
    }

    private void awaitEnd(CopyServer server, ServeOnce once) {
        awaitEnd();
        try {
            server.close();
        } catch (IOException _) {
            // it is being closed
        } finally {
            once.giveUp();
        }
    }

    private byte[] expand(byte[] folder) {
        boolean own = home != null && folder[0] == '~' && (folder.length == 1 || folder[1] == '/');
        if (!own) {
            return folder;
        }
        byte[] start = home.getBytes(StandardCharsets.UTF_8);
        byte[] all = Arrays.copyOf(start, start.length + folder.length - 1);
        System.arraycopy(folder, 1, all, start.length, folder.length - 1);
        return all;
    }

    /**
     * Returns where to listen: at the address that is wanted if this machine has it, since
     * otherwise it is one that a translator has for it; at that which ssh came in by; at loopback
     * where ssh came from this machine, or didn't say.
     */
    private InetAddress address(InetAddress wanted) throws IOException {
        if (wanted != null && OwnAddress.is(wanted)) {
            return wanted;
        }
        String[] words = sshConnection == null ? new String[0] : sshConnection.split(" ", -1);
        InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
        if (words.length < 3) {
            return loopback;
        }
        InetAddress here = InetAddress.getByName(words[2]);
        boolean same = here.isLoopbackAddress() || words[0].equals(words[2]);
        return same ? loopback : here;
    }

    private record Device(Context context, int port) implements AutoCloseable {
        @Override
        public void close() {
            context.close();
        }
    }

    private static Device device(
            InetAddress address, int port, ProtectionMaker protection, CopyPaths paths)
            throws IOException {
        for (int i = 1; ; i++) {
            int chosen = port == 0 ? free(address) : port;
            try {
                return new Device(
                        CopyDevice.open(
                                "serve",
                                address,
                                chosen,
                                chosen,
                                Optional.of(protection),
                                KeyListener.OWN,
                                paths),
                        chosen);
            } catch (IOException e) {
                if (port != 0 || i == TRIES) {
                    throw e;
                }
            }
        }
    }

    /** Returns a TCP port that is free now; UDP's of the same number most likely is. */
    private static int free(InetAddress address) throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, address)) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new IOException(
                    "%s can't be listened at: %s"
                            .formatted(address.getHostAddress(), e.getMessage()),
                    e);
        }
    }
}
