package org.urdma4j.transport.port.udp;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.DatagramPacket;

import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.counter.Counters;
import org.urdma4j.transport.port.pipeline.Arrivals;
import org.urdma4j.transport.port.pipeline.PortLoop;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.function.LongSupplier;

/**
 * The end of a datagram channel's pipeline. Takes each packet of a read to the shard, then one turn
 * for all of them, so that acknowledgements coalesce. Confined to the event loop.
 */
final class DatagramReceiver extends ChannelInboundHandlerAdapter {
    private static final System.Logger LOG = System.getLogger(DatagramReceiver.class.getName());

    private final PortLoop loop;
    private final Arrivals arrivals;
    private final Counters counters;
    private final LongSupplier clock;
    private final Runnable onArrival;
    private InetSocketAddress lastSender;
    private long nowNs;
    private boolean reported;

    /**
     * Creates a receiver.
     *
     * @param onArrival called once for each read
     */
    DatagramReceiver(
            PortLoop loop,
            Arrivals arrivals,
            Counters counters,
            LongSupplier clock,
            Runnable onArrival) {
        this.loop = loop;
        this.arrivals = arrivals;
        this.counters = counters;
        this.clock = clock;
        this.onArrival = onArrival;
    }

    /**
     * The clock is read once for what came in one system call: its packets share the object that
     * tells their sender. (Over NIO the JDK gives the same object for one read after the other.)
     */
    @SuppressWarnings("ReferenceEquality") // not whether the senders are equal
    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        DatagramPacket packet = (DatagramPacket) message;
        InetSocketAddress sender = packet.sender();
        if (sender != lastSender) {
            lastSender = sender;
            nowNs = clock.getAsLong();
        }
        arrivals.onPacket(packet.content(), sender, nowNs);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        lastSender = null;
        onArrival.run();
        loop.turnAfterIo();
    }

    /**
     * The socket reports trouble with something that was sent; other exceptions are our mistake.
     */
    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (cause instanceof IOException) {
            counters.increment(Counter.SEND_ERR);
        } else if (!reported) {
            reported = true;
            LOG.log(System.Logger.Level.ERROR, "A packet was lost to a defect", cause);
        }
    }
}
