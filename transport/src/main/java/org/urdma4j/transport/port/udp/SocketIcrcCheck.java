package org.urdma4j.transport.port.udp;

import org.urdma4j.codec.icrc.FlowIcrc;
import org.urdma4j.codec.icrc.Icrc;
import org.urdma4j.codec.icrc.IcrcFlow;
import org.urdma4j.codec.icrc.IdentificationSolver;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.counter.Counters;
import org.urdma4j.transport.port.pipeline.IcrcCheck;
import org.urdma4j.transport.port.pipeline.IcrcMode;
import org.urdma4j.transport.port.pipeline.UdpBatches;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.function.Supplier;

/**
 * The check of {@link IcrcMode#STANDARD} behind a UDP socket, which hides the IP header. Over IPv6
 * that header is known. Over IPv4 its identification is not: a packet is right if any of the 65,536
 * explains its ICRC. Our own peers count them from 0 within a batch, so the one after the last is
 * tried first.
 *
 * <p>A value over the transport packet alone is right as well: who has another UDP port than its
 * peer sends that, so that packets survive address translation. The form that a source sent last is
 * tried first.
 */
public final class SocketIcrcCheck implements IcrcCheck {
    /** The most that one segmentation-offload batch of our own peers counts to. */
    private static final int LAST_OWN_IDENTIFICATION = UdpBatches.MAX_PACKETS - 1;

    private static final int FLOWS = 256;

    private final Supplier<InetSocketAddress> local;
    private final Counters counters;
    private final IdentificationSolver solver = new IdentificationSolver();
    private final InetSocketAddress[] sources = new InetSocketAddress[FLOWS];
    private final IcrcFlow[] flows = new IcrcFlow[FLOWS];
    private final boolean[] alone = new boolean[FLOWS];
    private final Icrc icrc = new Icrc();
    private final FlowIcrc ofFlow = new FlowIcrc();
    private IcrcFlow flow;
    private int slot;
    private int expected;

    /**
     * Creates a check.
     *
     * @param local address and port of the socket, known once packets come
     */
    public SocketIcrcCheck(Supplier<InetSocketAddress> local, Counters counters) {
        this.local = local;
        this.counters = counters;
    }

    @Override
    public void begin(Object source) {
        flow = flowFrom((InetSocketAddress) source);
    }

    @Override
    public boolean translatable() {
        return alone[slot];
    }

    @Override
    public boolean passes(ByteBuffer packet, int at, int length, Object source) {
        int wire = Icrc.get(packet, at + length);
        boolean before = alone[slot];
        boolean right = before ? isAlone(packet, at, length, wire) : isOf(packet, at, length, wire);
        if (!right) {
            right = before ? isOf(packet, at, length, wire) : isAlone(packet, at, length, wire);
            alone[slot] = right != before;
        }
        if (!right) {
            counters.increment(Counter.DROPPED_ICRC);
        }
        return right;
    }

    private boolean isAlone(ByteBuffer packet, int at, int length, int wire) {
        return icrc.transportOnly(packet, at, length) == wire;
    }

    private boolean isOf(ByteBuffer packet, int at, int length, int wire) {
        int difference = ofFlow.compute(flow, packet, at, length, expected) ^ wire;
        return flow.isIpv4() ? explains(difference, length) : difference == 0;
    }

    private boolean explains(int difference, int length) {
        int change = 0;
        if (difference != 0) {
            change = solver.solve(difference, IdentificationSolver.bytesAfter(length));
            if (change == IdentificationSolver.NONE) {
                return false;
            }
        }
        int identification = expected ^ change;
        if (identification > LAST_OWN_IDENTIFICATION) {
            counters.increment(Counter.IDENTIFICATION_INFERRED);
        }
        expected = identification < LAST_OWN_IDENTIFICATION ? identification + 1 : 0;
        return true;
    }

    /** Runs of a few peers find their flow. */
    private IcrcFlow flowFrom(InetSocketAddress source) {
        slot = (source.hashCode() & Integer.MAX_VALUE) % FLOWS;
        if (!source.equals(sources[slot])) {
            sources[slot] = source;
            alone[slot] = false;
            InetSocketAddress own = local.get();
            flows[slot] =
                    new IcrcFlow(
                            source.getAddress().getAddress(),
                            own.getAddress().getAddress(),
                            source.getPort(),
                            own.getPort());
        }
        return flows[slot];
    }
}
