package org.urdma4j.transport.port.frame;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;

import org.urdma4j.codec.ib.Grh;
import org.urdma4j.codec.icrc.Icrc;
import org.urdma4j.codec.net.Encapsulation;
import org.urdma4j.codec.net.EtherType;
import org.urdma4j.codec.net.FrameStatus;
import org.urdma4j.codec.net.Ipv4;
import org.urdma4j.codec.net.Ipv6;
import org.urdma4j.codec.net.RoceFrame;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.counter.Counters;
import org.urdma4j.transport.port.pipeline.InboundRun;
import org.urdma4j.transport.port.pipeline.OutboundRun;
import org.urdma4j.transport.wire.TransmitBatch;
import org.urdma4j.verbs.Gid;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * GRH, or IP and UDP: finds the packets of a frame and their sender in what comes in, and writes
 * the network headers of what goes out. Confined to the event loop.
 */
public final class NetworkHandler extends ChannelDuplexHandler {
    /** Lets frames to any address pass. */
    public static final LocalAddress EVERYBODY = (prefix, interfaceId) -> true;

    /** Tells which frames are meant for this port. */
    @FunctionalInterface
    public interface LocalAddress {
        boolean isOurs(long prefix, long interfaceId);
    }

    private final LocalAddress local;
    private final Counters counters;
    private final RoceFrame roce = new RoceFrame();
    private final SourceTable sources;
    private final InboundRun inbound = new InboundRun();
    private final OutboundFrames outbound;

    /**
     * Creates a handler of what comes from elsewhere.
     *
     * @param mostFrames of a batch
     */
    public NetworkHandler(LocalAddress local, Counters counters, int mostFrames) {
        this(local, counters, mostFrames, false);
    }

    /**
     * Creates a handler.
     *
     * @param mostFrames of a batch
     * @param loopback whether all of it comes from this machine
     */
    public NetworkHandler(LocalAddress local, Counters counters, int mostFrames, boolean loopback) {
        sources = new SourceTable(loopback);
        this.local = local;
        this.counters = counters;
        this.outbound = new OutboundFrames(mostFrames);
    }

    public static LocalAddress oneOf(List<Gid> gids) {
        long[] prefixes = gids.stream().mapToLong(Gid::subnetPrefix).toArray();
        long[] ids = gids.stream().mapToLong(Gid::interfaceId).toArray();
        return (prefix, interfaceId) -> {
            for (int i = 0; i < ids.length; i++) {
                if (ids[i] == interfaceId && prefixes[i] == prefix) {
                    return true;
                }
            }
            return false;
        };
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        InboundFrame frame = (InboundFrame) message;
        FrameStatus status =
                roce.wrap(
                        frame.buffer(),
                        frame.at(),
                        frame.length(),
                        frame.etherType(),
                        frame.networkAt());
        if (status == FrameStatus.OK) {
            accept(context, frame);
        } else if (status != FrameStatus.NOT_ROCE || frame.etherType() == EtherType.ROCE) {
            counters.increment(Counter.DROPPED_MALFORMED);
        }
    }

    private void accept(ChannelHandlerContext context, InboundFrame frame) {
        FrameSource source = source(frame.buffer());
        if (source == null) {
            return; // a switch that floods; somebody else is meant
        }
        inbound.begin(frame.data(), source, frame.arrivedNs());
        int ecn = NetworkHeaders.ecn(frame.buffer(), roce.networkOffset(), roce.encapsulation());
        inbound.congestionExperienced(ecn == NetworkHeaders.CONGESTION_EXPERIENCED);
        int end = roce.icrcOffset() + Icrc.LENGTH;
        int at = roce.transportOffset();
        int stride = frame.segment() == 0 ? end - at : frame.segment();
        inbound.addEach(at, end, stride);
        context.fireChannelRead(inbound);
    }

    private FrameSource source(ByteBuffer b) {
        int at = roce.networkOffset();
        return switch (roce.encapsulation()) {
            case ROCE_V1 ->
                    local.isOurs(Grh.destinationHigh(b, at), Grh.destinationLow(b, at))
                            ? of(b, Grh.sourceHigh(b, at), Grh.sourceLow(b, at), 0)
                            : null;
            case ROCE_V2_IPV4 ->
                    local.isOurs(0, mapped(Ipv4.destination(b, at)))
                            ? of(b, 0, mapped(Ipv4.source(b, at)), Ipv4.identification(b, at))
                            : null;
            case ROCE_V2_IPV6 ->
                    local.isOurs(Ipv6.destinationHigh(b, at), Ipv6.destinationLow(b, at))
                            ? of(b, Ipv6.sourceHigh(b, at), Ipv6.sourceLow(b, at), 0)
                            : null;
        };
    }

    private FrameSource of(ByteBuffer b, long prefix, long interfaceId, int identification) {
        FrameSource source = sources.of(roce.encapsulation(), prefix, interfaceId);
        source.came(b, roce.networkOffset(), identification);
        return source;
    }

    /** Returns the lower half of the GID of an IPv4 address. */
    static long mapped(int address) {
        return 0xffff_0000_0000L | Integer.toUnsignedLong(address);
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        OutboundRun run = (OutboundRun) message;
        TransmitBatch batch = run.batch();
        FrameRoute route = (FrameRoute) batch.route();
        if (run.isSegmented()) {
            outbound.begin(route, batch.memory(), batch.length(0));
            add(route, batch.offset(), batch.bytes(), run.identification());
        } else {
            outbound.begin(route, batch.memory(), 0);
            for (int i = 0; i < batch.count(); i++) {
                add(route, batch.offset(i), batch.length(i), run.identification() + i);
            }
        }
        var _ = context.write(outbound, promise);
    }

    private void add(FrameRoute route, int offset, int bytes, int identification) {
        byte[] header = route.header();
        int at = outbound.add(header.length, offset, bytes);
        outbound.headers().put(at, header);
        Encapsulation kind = route.encapsulation();
        NetworkHeaders.finish(outbound.headers(), at, kind, bytes, identification);
    }
}
