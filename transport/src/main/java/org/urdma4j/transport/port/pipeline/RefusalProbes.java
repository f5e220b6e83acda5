package org.urdma4j.transport.port.pipeline;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.SocketProtocolFamily;

import java.net.Inet4Address;
import java.net.InetSocketAddress;
import java.net.PortUnreachableException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Asks hosts whether anybody has a UDP port open: a datagram of one byte, which is no packet, from
 * a socket of its own, which is connected, since only to such a one the kernel tells of ICMP's
 * "port unreachable" (RFC 1122, 4.1.3.3). The port's socket serves all peers and is never troubled
 * by that. Confined to the event loop.
 */
public final class RefusalProbes {
    /** More hosts at a time aren't asked: the answer is only a hint. */
    static final int MOST = 64;

    private static final long PATIENCE_MS = 2_000;

    private final EventLoop loop;
    private final Function<SocketProtocolFamily, DatagramChannel> sockets;
    private final Map<InetSocketAddress, DatagramChannel> open = new HashMap<>();

    /**
     * Creates probes, which ask nobody yet.
     *
     * @param sockets makes channels for the loop, or throws {@link ChannelException}
     */
    public RefusalProbes(EventLoop loop, Function<SocketProtocolFamily, DatagramChannel> sockets) {
        this.loop = loop;
        this.sockets = sockets;
    }

    /** Asks {@code remote}; {@code refused} is run if its host says that nobody is there. */
    public void ask(InetSocketAddress remote, Runnable refused) {
        if (open.containsKey(remote) || open.size() >= MOST) {
            return;
        }
        DatagramChannel channel = channelTo(remote);
        if (channel == null) {
            return;
        }
        open.put(remote, channel);
        channel.closeFuture().addListener(_ -> open.remove(remote));
        channel.pipeline().addLast(new Answer(refused));
        loop.register(channel).addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
        channel.connect(remote)
                .addListener(ChannelFutureListener.CLOSE_ON_FAILURE)
                .addListener(_ -> ask(channel));
        Runnable end = () -> end(channel);
        var _ = loop.schedule(end, PATIENCE_MS, TimeUnit.MILLISECONDS);
    }

    private static void ask(DatagramChannel channel) {
        var _ = channel.writeAndFlush(Unpooled.wrappedBuffer(new byte[1]));
    }

    private static void end(DatagramChannel channel) {
        var _ = channel.close();
    }

    private DatagramChannel channelTo(InetSocketAddress remote) {
        boolean ipv4 = remote.getAddress() instanceof Inet4Address;
        try {
            return sockets.apply(ipv4 ? SocketProtocolFamily.INET : SocketProtocolFamily.INET6);
        } catch (ChannelException _) {
            return null; // the process has no file descriptor left
        }
    }

    /** Ends what is asked. */
    public void close() {
        Map.copyOf(open).values().forEach(RefusalProbes::end);
    }

    /** Hears what the kernel has to say. */
    private static final class Answer extends ChannelInboundHandlerAdapter {
        private final Runnable refused;

        Answer(Runnable refused) {
            this.refused = refused;
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            if (cause instanceof PortUnreachableException) {
                refused.run();
            }
            var _ = context.close();
        }
    }
}
