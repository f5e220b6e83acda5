package org.urdma4j.tools.forward;

import org.urdma4j.channel.ChannelOptions;
import org.urdma4j.channel.RdmaChannel;
import org.urdma4j.channel.RdmaChannelGroup;
import org.urdma4j.forward.entry.ExitConnector;
import org.urdma4j.tools.peer.ClientDevice;
import org.urdma4j.tools.peer.Unanswered;
import org.urdma4j.verbs.Context;

import java.io.Closeable;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** The way to an exit: a device of this machine, and the threads of its channels. Any thread. */
final class ExitHost implements ExitConnector, Closeable {
    private static final Unanswered UNANSWERED =
            new Unanswered(
                    "urdma forward --exit",
                    "`urdma forward --exit --listen ADDR --allow …`",
                    "with more --max-streams there");

    private final String host;
    private final InetAddress address;
    private final int port;
    private final Context context;
    private final RdmaChannelGroup channels;

    private ExitHost(
            String host, InetAddress address, int port, Context context, ChannelOptions options) {
        this.host = host;
        this.address = address;
        this.port = port;
        this.context = context;
        channels = RdmaChannelGroup.open(context, options);
    }

    /**
     * Opens the device.
     *
     * @param host for messages
     * @throws IOException with a line for the user
     */
    static ExitHost open(
            ClientDevice device, String host, InetAddress address, int port, ChannelOptions options)
            throws IOException {
        return new ExitHost(host, address, port, device.open(host, address, port, port), options);
    }

    Context context() {
        return context;
    }

    @Override
    public RdmaChannel connect() throws IOException {
        try {
            return channels.connect(new InetSocketAddress(address, ForwardDevice.SERVICE));
        } catch (ConnectException e) {
            throw new IOException(
                    "can't reach %s port %d: %s".formatted(host, port, UNANSWERED.reason(e, port)),
                    e);
        } catch (IllegalStateException e) { // closed meanwhile
            throw new IOException("forward ends here", e);
        }
    }

    @Override
    public void close() {
        channels.close();
        context.close();
    }
}
