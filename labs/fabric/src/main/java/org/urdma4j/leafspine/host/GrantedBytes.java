package org.urdma4j.leafspine.host;

import org.urdma4j.leafspine.event.Event;
import org.urdma4j.leafspine.grant.GrantConfig;
import org.urdma4j.leafspine.net.Packet;
import org.urdma4j.leafspine.net.PacketKind;

/** What a sender may send by grants of its receiver: totals since the beginning. */
final class GrantedBytes {
    private final FlowContext context;
    private final GrantConfig config;
    private final Nic nic;
    private final Event again = Event.of(this::askAgain);
    private long granted;
    private long sent;
    private long lost;
    private long wanted;

    GrantedBytes(FlowContext context, GrantConfig config, Nic nic) {
        this.context = context;
        this.config = config;
        this.nic = nic;
        granted = config.unaskedBytes();
    }

    boolean allows(int bytes) {
        return sent + bytes <= granted;
    }

    void onSent(int bytes) {
        sent += bytes;
    }

    /** More is to be sent: asks for it, and begins unasked if all that was granted is used up. */
    void want(long bytes) {
        if (wanted == sent && granted < sent + config.unaskedBytes()) {
            granted = sent + config.unaskedBytes();
        }
        wanted += bytes;
        ask();
    }

    /** Bytes were lost, and are to be sent again. */
    void onLost(long bytes) {
        lost += bytes;
        want(bytes);
    }

    private void ask() {
        Packet demand =
                context.pool()
                        .take(
                                PacketKind.DEMAND,
                                context.flow(),
                                context.from(),
                                context.to(),
                                FlowContext.CONTROL_BYTES);
        demand.entropy = context.entropy();
        demand.total = wanted;
        demand.returned = lost;
        nic.send(demand);
        if (!again.isScheduled()) {
            context.events().schedule(again, context.events().nowPs() + config.demandPs());
        }
    }

    private void askAgain() {
        if (granted < wanted) {
            ask();
        }
    }

    void onGrant(long total) {
        granted = Math.max(granted, total);
    }
}
