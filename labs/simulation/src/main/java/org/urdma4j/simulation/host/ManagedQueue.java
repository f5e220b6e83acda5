package org.urdma4j.simulation.host;

import org.urdma4j.simulation.link.Link;
import org.urdma4j.simulation.link.Marks;
import org.urdma4j.simulation.link.ScheduledLink;
import org.urdma4j.simulation.queue.Ecn;
import org.urdma4j.simulation.queue.QueueDiscipline;
import org.urdma4j.simulation.queue.QueueType;
import org.urdma4j.simulation.queue.QueuedPacket;
import org.urdma4j.simulation.time.VirtualTime;
import org.urdma4j.simulation.time.VirtualTimer;

import java.util.random.RandomGenerator;

/** A queue before a link, which is offered a packet whenever it has sent the one before. */
final class ManagedQueue {
    private final ScheduledLink<SimulatedPacket> scheduled;
    private final Link<SimulatedPacket> link;
    private final VirtualTime time;
    private final VirtualTimer sent;
    private final QueueDiscipline discipline;

    ManagedQueue(
            ScheduledLink<SimulatedPacket> scheduled,
            VirtualTime time,
            QueueType type,
            RandomGenerator random) {
        this.scheduled = scheduled;
        this.link = scheduled.link();
        this.time = time;
        this.sent = time.timer(this::send);
        this.discipline = type.create(link.config().queueBytes(), random, this::drop);
    }

    void offer(SimulatedPacket packet, int packetBytes) {
        packet.flow = packet.route.flow();
        packet.wireBytes = packetBytes + link.config().framingBytes();
        if ((packet.marks & Marks.CONGESTION_EXPERIENCED) != 0) {
            packet.ecn = Ecn.CE;
        }
        discipline.enqueue(packet, time.nowNs());
        if (!sent.isScheduled()) {
            send();
        }
    }

    void clear(long nowNs) {
        for (QueuedPacket each = discipline.dequeue(nowNs);
                each != null;
                each = discipline.dequeue(nowNs)) {
            drop(each);
        }
    }

    private void send() {
        long nowNs = time.nowNs();
        SimulatedPacket packet = (SimulatedPacket) discipline.dequeue(nowNs);
        if (packet != null) {
            boolean marked =
                    packet.ecn == Ecn.CE && (packet.marks & Marks.CONGESTION_EXPERIENCED) == 0;
            scheduled.offer(packet, bytes(packet), packet.waitedNs(nowNs), marked);
            sent.schedule(link.departNs());
        }
    }

    private void drop(QueuedPacket packet) {
        link.refuse(time.nowNs(), (SimulatedPacket) packet, bytes(packet));
    }

    private int bytes(QueuedPacket packet) {
        return packet.wireBytes - link.config().framingBytes();
    }
}
