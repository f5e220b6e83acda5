package org.urdma4j.leafspine.host;

import org.urdma4j.leafspine.grant.GrantScheduler;
import org.urdma4j.leafspine.net.Packet;
import org.urdma4j.leafspine.net.PacketKind;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/** Places packets as they come, and answers each container at its end. */
public final class UrdmaReceiver implements Receiver {
    private static final class Arriving {
        int next;
        int count;
        int length = -1;
        int[] missing = {};
    }

    private final FlowContext context;
    private final Nic nic;
    private final boolean ordered;
    private final GrantScheduler grants;
    private final Notifier notifier;
    private final BitSet placed = new BitSet();
    private final Map<Integer, Arriving> containers = new HashMap<>();
    private int[] counts = new int[8];
    private int highest = -1;
    private long bytes;

    /**
     * @param ordered whether packets of one path stay in order
     * @param grants of the NIC, null if it doesn't schedule
     */
    public UrdmaReceiver(FlowContext context, Nic nic, boolean ordered, GrantScheduler grants) {
        this.context = context;
        this.nic = nic;
        this.ordered = ordered;
        this.grants = grants;
        this.notifier = new Notifier(context, nic);
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
        bytes += packet.bytes;
        if (grants != null) {
            grants.onArrived(context.flow(), packet.bytes);
        }
        if (packet.index != 0 || !packet.last) {
            track(packet);
        } else {
            answer(packet, null);
        }
        place(packet.psn);
        context.pool().give(packet);
    }

    private void track(Packet packet) {
        Arriving container = containers.computeIfAbsent(packet.container, _ -> new Arriving());
        container.count++;
        if (packet.last) {
            container.length = packet.index + 1;
        }
        if (ordered) {
            while (container.next < packet.index) {
                int at = container.missing.length;
                container.missing = Arrays.copyOf(container.missing, at + 1);
                container.missing[at] = container.next++;
            }
            container.next++;
        }
        if (ordered ? packet.last : container.count == container.length) {
            containers.remove(packet.container);
            answer(packet, container.missing.length == 0 ? null : container.missing);
        }
    }

    private void answer(Packet packet, int[] missing) {
        Packet ack = Answers.answer(context, PacketKind.ACK);
        ack.container = packet.container;
        ack.missing = missing;
        ack.total = bytes;
        Answers.echo(packet, ack, context.events().nowPs());
        nic.send(ack);
    }

    private void place(int psn) {
        if (placed.get(psn)) {
            return;
        }
        placed.set(psn);
        Messages messages = context.messages();
        context.counters().payloadBytes += messages.payload(psn);
        int message = messages.of(psn);
        if (message >= counts.length) {
            counts = Arrays.copyOf(counts, Math.max(2 * counts.length, message + 1));
        }
        if (++counts[message] == messages.packets(message)) {
            context.delivery().received(context.flow(), message);
        }
    }

    @Override
    public void onControl(Packet packet) {
        if (grants != null) {
            grants.onReturned(context.flow(), packet.returned);
            grants.onDemand(context.flow(), packet.total);
        }
    }
}
