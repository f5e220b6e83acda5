package org.urdma4j.leafspine.host;

import org.urdma4j.leafspine.net.Packet;
import org.urdma4j.leafspine.net.PacketKind;

/** The notification point of DCQCN: a congestion notification each 50 µs while marks come. */
final class Notifier {
    private static final long INTERVAL_PS = 50_000_000L;

    private final FlowContext context;
    private final Nic nic;
    private long newestPs = -INTERVAL_PS;

    Notifier(FlowContext context, Nic nic) {
        this.context = context;
        this.nic = nic;
    }

    void onData(Packet packet) {
        long nowPs = context.events().nowPs();
        if (!packet.marked || nowPs - newestPs < INTERVAL_PS) {
            return;
        }
        newestPs = nowPs;
        context.counters().notifications++;
        nic.send(Answers.answer(context, PacketKind.CNP));
    }
}
