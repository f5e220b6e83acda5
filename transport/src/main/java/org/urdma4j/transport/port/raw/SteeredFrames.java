package org.urdma4j.transport.port.raw;

import org.urdma4j.transport.port.RawPackets;
import org.urdma4j.transport.port.SystemClock;
import org.urdma4j.transport.port.linux.FrameFilter;
import org.urdma4j.transport.port.linux.KernelRefusal;
import org.urdma4j.transport.port.linux.PacketSocket;
import org.urdma4j.transport.port.pipeline.PortLoop;
import org.urdma4j.transport.port.pipeline.SocketDrops;
import org.urdma4j.transport.qp.Qp;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.FlowAttr;
import org.urdma4j.verbs.FlowAttrType;
import org.urdma4j.verbs.FlowFlags;
import org.urdma4j.verbs.VerbsException;

import java.util.function.Supplier;

/**
 * The frames of one queue pair, on a packet socket of its own, which is opened with its first flow.
 * Confined to the event loop.
 */
final class SteeredFrames implements RawPackets.Steering {
    private static final int GROUP_SHIFT = 40;

    private final Qp qp;
    private final FlowTable table;
    private final PortLoop loop;
    private final Supplier<PacketSocket> sockets;
    private PacketSocket socket;
    private PacketChannel channel;
    private boolean closed;

    /**
     * Creates it with no flows.
     *
     * @param sockets opens one that is given nothing
     */
    SteeredFrames(Qp qp, FlowTable table, PortLoop loop, Supplier<PacketSocket> sockets) {
        this.qp = qp;
        this.table = table;
        this.loop = loop;
        this.sockets = sockets;
    }

    @Override
    public Runnable createFlow(FlowAttr attr) {
        if (closed) {
            throw new IllegalStateException("the queue pair is closed");
        }
        check(attr);
        FlowTable.Rule rule = FlowTable.Rule.of(this, attr);
        open();
        takeIn(attr, true);
        table.add(rule);
        try {
            steer();
        } catch (VerbsException e) {
            end(rule);
            throw e;
        }
        return () -> end(rule);
    }

    private static void check(FlowAttr attr) {
        boolean normal = attr.type() == FlowAttrType.NORMAL;
        if ((attr.flags() & ~FlowFlags.DONT_TRAP) != 0) {
            throw new VerbsException(
                    Errno.EOPNOTSUPP,
                    "flow flags %s are not supported".formatted(FlowFlags.toString(attr.flags())));
        }
        if (!normal && (attr.flags() != 0 || !attr.specs().isEmpty())) {
            throw new VerbsException(
                    Errno.EINVAL,
                    "a flow of type %s takes no flags and specs".formatted(attr.type()));
        }
    }

    private void open() {
        if (socket != null) {
            return;
        }
        socket = sockets.get();
        channel = new PacketChannel(socket, 1, SystemClock::nowNs);
        SocketDrops drops = new SocketDrops(channel, socket::takeDrops, qp.counters());
        channel.pipeline().addLast(new SteeredFrameHandler(qp, drops, loop::turnAfterIo));
        var _ = loop.eventLoop().register(channel);
    }

    private void end(FlowTable.Rule rule) {
        if (!closed) {
            table.remove(rule);
            takeIn(rule.attr(), false);
            steer();
        }
    }

    /** A flow may be for frames that the interface would leave to others. */
    private void takeIn(FlowAttr attr, boolean begins) {
        switch (attr.type()) {
            case SNIFFER, ALL_DEFAULT -> socket.takeIn(PacketSocket.Intake.PROMISCUOUS, 0, begins);
            case MC_DEFAULT -> socket.takeIn(PacketSocket.Intake.ALL_MULTICAST, 0, begins);
            case NORMAL -> FlowMatches.destination(attr).ifPresent(to -> takeInOne(to, begins));
        }
    }

    private void takeInOne(long to, boolean begins) {
        boolean group = (to >>> GROUP_SHIFT & 1) != 0;
        PacketSocket.Intake what =
                group ? PacketSocket.Intake.MULTICAST : PacketSocket.Intake.UNICAST;
        socket.takeIn(what, to, begins);
    }

    private void steer() {
        try {
            refilter();
            table.owners().forEach(SteeredFrames::refilter);
        } catch (KernelRefusal e) {
            throw new VerbsException(
                    Errno.ENOMEM, "the kernel's packet filter has no room for so many flows", e);
        }
    }

    private void refilter() {
        FrameFilter filter = table.filterFor(this);
        boolean sniffs = table.sniffs(this);
        socket.showOutgoing(sniffs);
        socket.replaceFilter(filter);
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        if (socket != null) {
            table.removeAll(this);
            var _ = channel.close();
            table.owners().forEach(SteeredFrames::refilter);
        }
    }
}
