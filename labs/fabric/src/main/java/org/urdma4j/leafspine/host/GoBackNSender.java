package org.urdma4j.leafspine.host;

import org.urdma4j.leafspine.event.Event;
import org.urdma4j.leafspine.net.Packet;
import org.urdma4j.leafspine.net.PacketKind;
import org.urdma4j.leafspine.net.Telemetry;
import org.urdma4j.leafspine.rate.FlowRate;

/** RC as NICs have it: after a NAK, or a timer of 1 ms, all is sent again from there on. */
public final class GoBackNSender implements Sender {
    private static final long TIMER_PS = 1_000_000_000L;

    private final FlowContext context;
    private final FlowRate rate;
    private final Nic nic;
    private final int fullBytes;
    private final Event timer = Event.of(this::onTimer);
    private int next;
    private int highest;
    private int acked;
    private long progressPs;

    public GoBackNSender(FlowContext context, FlowRate rate, Nic nic, int mtu) {
        this.context = context;
        this.rate = rate;
        this.nic = nic;
        this.fullBytes = mtu + context.overheadBytes();
    }

    @Override
    public void post(long bytes) {
        context.messages().add(bytes);
        nic.wake();
    }

    @Override
    public long readyPs(long nowPs) {
        if (next >= context.messages().packets()) {
            return NEVER;
        }
        return rate.readyPs(nowPs, (long) (next - acked) * fullBytes);
    }

    @Override
    public Packet next(long nowPs) {
        if (next == acked) {
            progressPs = nowPs;
        }
        int bytes = context.messages().payload(next) + context.overheadBytes();
        Packet packet =
                context.pool()
                        .take(PacketKind.DATA, context.flow(), context.from(), context.to(), bytes);
        packet.entropy = context.entropy();
        packet.psn = next;
        packet.last = context.messages().isLast(next);
        packet.again = next < highest;
        if (rate.telemetry()) {
            packet.telemetry = new Telemetry();
        }
        next++;
        highest = Math.max(highest, next);
        context.counters().sent++;
        if (packet.again) {
            context.counters().again++;
        }
        rate.onSent(nowPs, bytes);
        if (!timer.isScheduled()) {
            context.events().schedule(timer, nowPs + TIMER_PS);
        }
        return packet;
    }

    @Override
    public void onControl(Packet packet) {
        long nowPs = context.events().nowPs();
        if (packet.kind == PacketKind.CNP) {
            rate.onNotified(nowPs);
            return;
        }
        if (packet.psn > acked) {
            acked = packet.psn;
            progressPs = nowPs;
            next = Math.max(next, acked);
        }
        if (packet.kind == PacketKind.NAK) {
            if (packet.psn >= acked) {
                next = packet.psn;
            }
        } else {
            rate.onAck(nowPs, packet, (long) acked * fullBytes, (long) next * fullBytes);
        }
    }

    private void onTimer() {
        long nowPs = context.events().nowPs();
        if (acked >= highest) {
            return;
        }
        if (nowPs - progressPs >= TIMER_PS) {
            context.counters().timeouts++;
            next = acked;
            progressPs = nowPs;
            rate.onTimeout(nowPs);
            nic.wake();
        }
        context.events().schedule(timer, progressPs + TIMER_PS);
    }
}
