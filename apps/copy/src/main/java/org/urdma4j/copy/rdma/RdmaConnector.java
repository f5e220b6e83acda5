package org.urdma4j.copy.rdma;

import org.urdma4j.channel.RdmaChannel;
import org.urdma4j.copy.client.Connector;
import org.urdma4j.verbs.Context;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ByteChannel;

/** Connects to a server through a device. */
public final class RdmaConnector implements Connector {
    private final Context context;
    private final InetAddress server;

    /**
     * @param context of the same UDP port as the server's
     */
    public RdmaConnector(Context context, InetAddress server) {
        this.context = context;
        this.server = server;
    }

    @Override
    public ByteChannel connect() throws IOException {
        return RdmaChannel.connect(
                context, new InetSocketAddress(server, CopyDevice.SERVICE), CopyDevice.options());
    }
}
