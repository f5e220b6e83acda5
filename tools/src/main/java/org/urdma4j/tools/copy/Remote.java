package org.urdma4j.tools.copy;

import org.urdma4j.copy.rdma.CopyDevice;
import org.urdma4j.copy.rdma.RdmaConnector;
import org.urdma4j.protection.association.listener.KeyListener;
import org.urdma4j.transport.port.ProtectionMaker;
import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.cm.CmEvent;
import org.urdma4j.verbs.cm.ConnectionRejectedException;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.DatagramSocket;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ByteChannel;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** The way to the host of a server: a device of this machine. */
final class Remote implements Closeable {
    private static final int TRIES = 20;

    private static final String NOBODY =
            "nobody serves there; start `urdma serve DIR --listen ADDR`";

    private final String host;
    private final int port;
    private final InetAddress address;
    private final Context context;

    private Remote(String host, int port, InetAddress address, Context context) {
        this.host = host;
        this.port = port;
        this.address = address;
        this.context = context;
    }

    /**
     * Opens the device with the address from which packets to a host go.
     *
     * @param host for messages
     * @param bind address of this machine to use, or null
     * @throws IOException with a line for the user
     */
    static Remote open(
            String host,
            InetAddress address,
            int port,
            String bind,
            Optional<ProtectionMaker> protection,
            RandomGenerator random)
            throws IOException {
        boolean loopback = address.isLoopbackAddress() && address instanceof Inet4Address;
        if (bind == null && loopback) {
            return new Remote(host, port, address, openLoopback(port, protection, random));
        }
        InetAddress local = bind != null ? resolve(bind) : towards(address, host);
        if (local.equals(address)) {
            throw new IOException(
                    "%s is this machine, and both ends need an address: give another by --bind"
                            .formatted(host));
        }
        return new Remote(host, port, address, open(local, port, protection));
    }

    /** Nobody asks a client for keys. */
    private static Context open(InetAddress local, int port, Optional<ProtectionMaker> protection)
            throws IOException {
        return CopyDevice.open(local, port, protection, KeyListener.NONE);
    }

    private static InetAddress resolve(String host) throws IOException {
        return Addresses.ALL.of(host).getFirst();
    }

    private static InetAddress towards(InetAddress address, String host) throws IOException {
        try (DatagramSocket socket = new DatagramSocket()) {
            socket.connect(new InetSocketAddress(address, CopyDevice.PORT));
            return socket.getLocalAddress();
        } catch (UncheckedIOException e) {
            throw new IOException("there is no way to " + host, e);
        }
    }

    /** Takes any address of 127/8, of which each process needs one of its own. */
    private static Context openLoopback(
            int port, Optional<ProtectionMaker> protection, RandomGenerator random)
            throws IOException {
        for (int i = 1; ; i++) {
            byte[] bytes = {127, (byte) random.nextInt(1, 64), (byte) random.nextInt(), 1};
            bytes[3] = (byte) random.nextInt(1, 255);
            try {
                return open(InetAddress.getByAddress(bytes), port, protection);
            } catch (BindException e) {
                if (i == TRIES) {
                    throw e;
                }
            }
        }
    }

    /**
     * Connects.
     *
     * @throws IOException with a line for the user
     */
    ByteChannel connect() throws IOException {
        try {
            return new RdmaConnector(context, address).connect();
        } catch (ConnectException e) {
            throw new IOException("can't reach %s port %d: %s".formatted(host, port, reason(e)), e);
        }
    }

    private String reason(ConnectException e) {
        VerbsException found = found(e);
        if (found instanceof ConnectionRejectedException rejected) {
            return refusal(rejected);
        }
        Errno errno = found == null ? null : found.errno();
        if (errno == Errno.ECONNREFUSED) {
            return NOBODY;
        }
        if (errno == Errno.ETIMEDOUT || errno == Errno.EHOSTUNREACH) {
            return "no answer; does `urdma serve` run there, and is UDP port %d open?"
                    .formatted(port);
        }
        return e.getMessage();
    }

    private static String refusal(ConnectionRejectedException rejected) {
        if (rejected.protectionRequired()) {
            return "it asks for keys; give --protect psk:FILE with the same key";
        }
        return switch (rejected.reason()) {
            case CmEvent.REJECTED_BY_PEER ->
                    "it takes no more connections now; try later, or with fewer --jobs";
            // its backlog is full, or its memory is short
            case CmEvent.NO_RESOURCES ->
                    "it has no room for another connection now; try later, or with fewer --jobs";
            case CmEvent.INVALID_SERVICE_ID -> NOBODY;
            default -> rejected.getMessage();
        };
    }

    /** What was found may be the cause of a cause: it comes from the channel's own thread. */
    private static VerbsException found(Throwable failure) {
        for (Throwable at = failure; at != null; at = at.getCause()) {
            if (at instanceof VerbsException found) {
                return found;
            }
        }
        return null;
    }

    @Override
    public void close() {
        context.close();
    }
}
