package org.urdma4j.copy.rdma;

import org.urdma4j.channel.RdmaChannel;
import org.urdma4j.channel.RdmaServerChannel;
import org.urdma4j.copy.wire.Listener;
import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.UrdmaTuning;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.function.Consumer;

public final class RdmaListener implements Listener {
    private final RdmaServerChannel server;

    private RdmaListener(RdmaServerChannel server) {
        this.server = server;
    }

    /** Listens at a device, which stays open when this is closed. */
    public static RdmaListener listen(Context context) throws IOException {
        return listen(context, UrdmaTuning.DEFAULT);
    }

    /** The same, sending in another way. */
    public static RdmaListener listen(Context context, UrdmaTuning sending) throws IOException {
        return new RdmaListener(
                RdmaServerChannel.listen(
                        context,
                        CopyDevice.SERVICE,
                        CopyDevice.options(CopyDevice.PATIENCE, sending)));
    }

    /**
     * Listens at a device.
     *
     * @param refusals is told, in a line, of each peer that there is no memory for; by a thread
     *     that must not wait
     */
    public static RdmaListener listen(
            Context context, UrdmaTuning sending, Consumer<String> refusals) throws IOException {
        RdmaListener listener = listen(context, sending);
        listener.server.onRefused(why -> refusals.accept(why.getMessage()));
        return listener;
    }

    @Override
    public Accepted accept() throws IOException {
        RdmaChannel channel = server.accept();
        InetSocketAddress peer = channel.remoteAddress();
        return new Accepted(channel, peer.getAddress().getHostAddress());
    }

    @Override
    public void close() {
        server.close();
    }
}
