package org.urdma4j.gateway;

import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.ib.PacketStatus;
import org.urdma4j.codec.ib.TransportPacket;
import org.urdma4j.codec.mad.GsiPacket;
import org.urdma4j.fec.FecMode;
import org.urdma4j.gateway.connect.Connections;
import org.urdma4j.gateway.connect.DatagramCopies;
import org.urdma4j.gateway.depot.Depot;
import org.urdma4j.gateway.fec.FecReceiver;
import org.urdma4j.gateway.fec.FecSender;
import org.urdma4j.gateway.fec.FecStore;
import org.urdma4j.gateway.flow.FlowReport;
import org.urdma4j.gateway.message.GatewayMessage;
import org.urdma4j.gateway.message.MessageSeal;
import org.urdma4j.gateway.packet.Environment;
import org.urdma4j.gateway.packet.GatewayConfig;
import org.urdma4j.gateway.packet.GatewayCounters;
import org.urdma4j.gateway.packet.Headers;
import org.urdma4j.gateway.packet.Output;
import org.urdma4j.gateway.packet.PacketStore;
import org.urdma4j.gateway.sentry.Sentry;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * A gateway at one end of a long link, between hosts that speak RoCEv2 and the link: Sentry for the
 * requests that go out, Depot for those that come in. It never acknowledges anything, and what it
 * doesn't know, understand, or have room for it forwards at once as it came. {@code docs/lr2.md}.
 *
 * <p>Sans-I/O: packets and the time come in by calls, packets and the next deadline come out. Not
 * thread-safe.
 *
 * @param <P> handles of packets; whatever is given to a method belongs to the gateway until it
 *     comes out of {@link #poll} or goes back to the store
 */
public final class Gateway<P> {
    private final Environment<P> environment;
    private final ArrayDeque<P> toInside = new ArrayDeque<>();
    private final ArrayDeque<P> toOutside = new ArrayDeque<>();
    private final ArrayDeque<P> missing = new ArrayDeque<>();
    private final Headers headers = new Headers();
    private final Connections connections = new Connections();
    private final DatagramCopies<P> datagrams;
    private final Sentry<P> sentry;
    private final Depot<P> depot;
    private final Greeter<P> greeter;
    private final Headers leaving = new Headers();
    private final FecSender<P> fecSender;
    private final FecReceiver<P> fecReceiver;
    private final Consumer<P> repairs = toOutside::add;
    private long nowNs;

    /**
     * @param store a {@link FecStore} if the configuration has groups with parities
     * @throws IllegalArgumentException if it has, and it is none
     */
    public Gateway(GatewayConfig config, PacketStore<P> store) {
        environment = new Environment<>(config, store, new Queues());
        if (config.fec().kind() == FecMode.Kind.OFF) {
            fecSender = null;
            fecReceiver = null;
        } else if (store instanceof FecStore<P> frames) {
            fecSender = new FecSender<>(environment, frames);
            fecReceiver = new FecReceiver<>(environment, frames);
        } else {
            throw new IllegalArgumentException("this store's packets can't have parities");
        }
        greeter = new Greeter<>(environment);
        datagrams = new DatagramCopies<>(environment);
        sentry = new Sentry<>(environment);
        depot = new Depot<>(environment);
    }

    private final class Queues implements Output<P> {
        @Override
        public void inside(P packet) {
            toInside.add(packet);
        }

        @Override
        public void outside(P packet) {
            if (fecSender == null || !isProtected(packet)) {
                toOutside.add(packet);
                return;
            }
            boolean full = fecSender.onFrame(packet, leaving, nowNs);
            toOutside.add(packet);
            if (full) {
                fecSender.flush(repairs);
            }
        }

        private boolean isProtected(P packet) {
            environment.store().view(packet, leaving);
            return isRc(leaving);
        }

        @Override
        public void again(P packet) {
            toOutside.add(packet);
        }

        @Override
        public void first(P packet) {
            missing.add(packet);
        }
    }

    private static boolean isRc(Headers headers) {
        return headers.isRoce()
                && headers.transport().status() == PacketStatus.OK
                && headers.transport().has(Opcode.RC);
    }

    /** Takes a packet that has come from a port; times don't run backwards. */
    public void onFrame(Port from, P packet, long nowNs) {
        this.nowNs = nowNs;
        environment.store().view(packet, headers);
        if (fecReceiver == null || from == Port.INSIDE) {
            take(from, packet);
            return;
        }
        if (isRc(headers)) {
            fecReceiver.onFrame(packet, headers.bytes());
        }
        take(from, packet);
        for (P next = fecReceiver.next(); next != null; next = fecReceiver.next()) {
            environment.store().view(next, headers);
            take(Port.OUTSIDE, next);
        }
    }

    private void take(Port from, P packet) {
        TransportPacket transport = headers.transport();
        boolean known = headers.isRoce() && transport.status() == PacketStatus.OK;
        if (known && transport.has(Opcode.RC | Opcode.REQUEST)) {
            if (from == Port.INSIDE) {
                sentry.onRequest(packet, headers, nowNs);
            } else {
                depot.onRequest(packet, headers, nowNs);
            }
        } else if (known && transport.has(Opcode.RC | Opcode.RESPONSE)) {
            if (from == Port.INSIDE) {
                depot.onAnswer(packet, headers, nowNs);
            } else {
                sentry.onAnswer(packet, headers, nowNs);
            }
        } else if (known && transport.has(Opcode.UD)) {
            onDatagram(from, packet);
        } else if (from == Port.OUTSIDE && isMessage(transport)) {
            onMessage(packet);
        } else {
            forward(from, packet);
        }
    }

    private void forward(Port from, P packet) {
        (from == Port.INSIDE ? toOutside : toInside).add(packet);
    }

    /** It may be one of the connection manager; it goes on in any case. */
    private void onDatagram(Port from, P packet) {
        if (headers.transport().destQp() == GsiPacket.QPN && environment.store().isIntact(packet)) {
            if (from == Port.INSIDE) {
                connections.onPacket(headers, sentry, depot, nowNs);
                datagrams.onSent(packet, nowNs);
            } else {
                connections.onPacket(headers, depot, sentry, nowNs);
            }
        }
        forward(from, packet);
    }

    private boolean isMessage(TransportPacket transport) {
        return headers.isRoce()
                && transport.status() == PacketStatus.UNKNOWN_OPCODE
                && GatewayMessage.is(transport.buffer(), transport.offset());
    }

    private boolean isTrusted(P packet) {
        TransportPacket message = headers.transport();
        GatewayCounters counters = environment.counters();
        MessageSeal.Verdict verdict =
                environment
                        .seal()
                        .judge(
                                message.buffer(),
                                message.offset(),
                                message.length(),
                                headers.sourceHigh(),
                                headers.sourceLow(),
                                headers.destinationHigh(),
                                headers.destinationLow());
        switch (verdict) {
            case RIGHT -> {
                return true;
            }
            case OTHER_KEY -> counters.otherKey++;
            case WITHOUT_KEY -> counters.withoutKey++;
            case REPLAYED -> counters.replayed++;
            case UNPROVEN -> {
                counters.unproven++;
                greeter.onUnproven(packet, headers, nowNs);
            }
        }
        return false;
    }

    private boolean isSound(P packet) {
        TransportPacket message = headers.transport();
        GatewayMessage.Verdict verdict =
                environment.store().isIntact(packet)
                        ? GatewayMessage.judge(message.buffer(), message.offset(), message.length())
                        : GatewayMessage.Verdict.BAD;
        switch (verdict) {
            case SOUND -> {
                return true;
            }
            case OTHER_VERSION -> environment.counters().otherVersion++;
            case BAD -> environment.counters().badMessages++;
        }
        return false;
    }

    private void onMessage(P packet) {
        TransportPacket transport = headers.transport();
        if (!isSound(packet) || !isTrusted(packet)) {
            environment.store().release(packet);
            return;
        }
        environment.counters().messages++;
        boolean answers =
                GatewayMessage.space(transport.buffer(), transport.offset())
                        == GatewayMessage.ANSWERS;
        int kind = GatewayMessage.kind(transport.buffer(), transport.offset());
        if (kind == GatewayMessage.HELLO) {
            environment.store().release(packet);
        } else if (kind == GatewayMessage.REPAIR) {
            onRepair(packet);
        } else if (kind == GatewayMessage.MARK) {
            if (answers) {
                sentry.onMark(packet, headers, nowNs);
            } else {
                depot.onMark(packet, headers, nowNs);
            }
        } else if (answers) {
            depot.onStatus(packet, headers, nowNs);
        } else {
            sentry.onStatus(packet, headers, nowNs);
        }
    }

    private void onRepair(P packet) {
        if (fecReceiver == null) {
            environment.counters().badMessages++;
        } else {
            fecReceiver.onRepair(headers.transport().buffer(), headers.transport().offset());
        }
        environment.store().release(packet);
    }

    /** Does what is due; to be called at {@link #nextDeadlineNs}. */
    public void onTimers(long nowNs) {
        this.nowNs = nowNs;
        sentry.onTimers(nowNs);
        depot.onTimers(nowNs);
        datagrams.onTimers(nowNs);
        if (fecSender != null) {
            fecSender.onTimers(nowNs, repairs);
        }
    }

    /** Returns the next packet that is to leave by a port, or null. */
    public P poll(Port to) {
        if (to == Port.INSIDE) {
            return toInside.poll();
        }
        P packet = missing.poll();
        return packet == null ? toOutside.poll() : packet;
    }

    /**
     * Returns the next packet that the other gateway is known to lack, or null: it is to leave by
     * {@link Port#OUTSIDE} before whatever waits there. {@link #poll} returns it, too.
     */
    public P pollMissing() {
        return missing.poll();
    }

    /** Returns when {@link #onTimers} is due, {@link Long#MAX_VALUE} for never. */
    public long nextDeadlineNs() {
        long dueNs = Math.min(sentry.nextDeadlineNs(), depot.nextDeadlineNs());
        dueNs = Math.min(dueNs, datagrams.nextDeadlineNs());
        return fecSender == null ? dueNs : Math.min(dueNs, fecSender.nextDeadlineNs());
    }

    /** Returns the counters, which go on counting. */
    public GatewayCounters counters() {
        return environment.counters();
    }

    /**
     * Returns what is known of all flows that had packets, and of the newest that are over; no
     * order. Takes as long as there are flows, and packets in the pools.
     */
    public List<FlowReport> flows() {
        List<FlowReport> reports = new ArrayList<>();
        sentry.report(reports);
        depot.report(reports);
        return reports;
    }

    /** Gives back whatever is kept, as when the gateway ends; what was held is lost. */
    public void close() {
        toInside.forEach(environment.store()::release);
        toOutside.forEach(environment.store()::release);
        missing.forEach(environment.store()::release);
        missing.clear();
        toInside.clear();
        toOutside.clear();
        sentry.close();
        depot.close();
        datagrams.close();
        if (fecSender != null) {
            fecSender.close();
            fecReceiver.close();
        }
    }
}
