package org.urdma4j.copy.rdma;

import org.urdma4j.channel.RdmaChannel;
import org.urdma4j.copy.client.Connector;
import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.UrdmaTuning;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ByteChannel;
import java.time.Duration;

/** Connects to a server through a device. */
public final class RdmaConnector implements Connector {
    private final Context context;
    private final InetAddress server;
    private final Duration patience;
    private final UrdmaTuning sending;

    /**
     * @param context of the same UDP port as the server's
     */
    public RdmaConnector(Context context, InetAddress server) {
        this(context, server, CopyDevice.PATIENCE, UrdmaTuning.DEFAULT);
    }

    /**
     * The same with another time.
     *
     * @param patience how long a connection may take
     * @param sending how this end sends
     */
    public RdmaConnector(
            Context context, InetAddress server, Duration patience, UrdmaTuning sending) {
        this.context = context;
        this.server = server;
        this.patience = patience;
        this.sending = sending;
    }

    @Override
    public ByteChannel connect() throws IOException {
        return RdmaChannel.connect(
                context,
                new InetSocketAddress(server, CopyDevice.SERVICE),
                CopyDevice.options(patience, sending));
    }
}
