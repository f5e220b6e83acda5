package org.urdma4j.tools.copy;

import org.urdma4j.copy.rdma.RdmaConnector;
import org.urdma4j.tools.peer.ClientDevice;
import org.urdma4j.tools.peer.Unanswered;
import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.UrdmaTuning;

import java.io.Closeable;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.nio.channels.ByteChannel;
import java.time.Duration;

/** The way to the host of a server: a device of this machine. */
final class Remote implements Closeable {
    private static final Unanswered UNANSWERED =
            new Unanswered("urdma serve", "`urdma serve DIR --listen ADDR`", "with fewer --jobs");

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
     * @param own UDP port of the device, 0 for any
     * @throws IOException with a line for the user
     */
    static Remote open(ClientDevice device, String host, InetAddress address, int port, int own)
            throws IOException {
        Context context = device.open(host, address, port, own);
        return new Remote(host, port, address, context);
    }

    /**
     * Connects.
     *
     * @throws IOException with a line for the user
     */
    ByteChannel connect(Duration patience, UrdmaTuning sending) throws IOException {
        try {
            return new RdmaConnector(context, address, patience, sending).connect();
        } catch (ConnectException e) {
            throw new IOException(
                    "can't reach %s port %d: %s".formatted(host, port, UNANSWERED.reason(e, port)),
                    e);
        }
    }

    @Override
    public void close() {
        context.close();
    }
}
