package org.urdma4j.leafspine.host;

import org.urdma4j.leafspine.net.Packet;
import org.urdma4j.leafspine.net.PacketKind;

/** Takes packets in their order alone; of the first that isn't next it says so, once. */
public final class GoBackNReceiver implements Receiver {
    private static final int ACK_EACH = 4;

    private final FlowContext context;
    private final Nic nic;
    private final Notifier notifier;
    private final int ackEach;
    private int expected;
    private int highest = -1;
    private int unanswered;
    private boolean nakSent;

    /**
     * @param each whether each packet is answered, not only each fourth and the last of a message
     */
    public GoBackNReceiver(FlowContext context, Nic nic, boolean each) {
        this.context = context;
        this.nic = nic;
        this.notifier = new Notifier(context, nic);
        this.ackEach = each ? 1 : ACK_EACH;
    }

    @Override
    public void onData(Packet packet) {
        HostCounters counters = context.counters();
        counters.arrived++;
        if (packet.psn < highest && !packet.again) {
            counters.reordered++;
        }
        highest = Math.max(highest, packet.psn);
        notifier.onData(packet);
        if (packet.psn == expected) {
            take(packet);
        } else if (packet.psn > expected && !nakSent) {
            nakSent = true;
            counters.naks++;
            Packet nak = Answers.answer(context, PacketKind.NAK);
            nak.psn = expected;
            nic.send(nak);
        } else if (packet.psn < expected) {
            answer(packet);
        }
        context.pool().give(packet);
    }

    private void take(Packet packet) {
        expected++;
        nakSent = false;
        context.counters().payloadBytes += context.messages().payload(packet.psn);
        answer(packet);
        if (packet.last) {
            context.delivery().received(context.flow(), context.messages().of(packet.psn));
        }
    }

    private void answer(Packet packet) {
        unanswered++;
        if (unanswered >= ackEach || packet.last) {
            unanswered = 0;
            Packet ack = Answers.answer(context, PacketKind.ACK);
            ack.psn = expected;
            Answers.echo(packet, ack, context.events().nowPs());
            nic.send(ack);
        }
    }

    @Override
    public void onControl(Packet packet) {
        // A sender of this kind says nothing else.
    }
}
