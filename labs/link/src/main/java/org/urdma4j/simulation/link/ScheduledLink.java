package org.urdma4j.simulation.link;

import org.urdma4j.simulation.time.VirtualTime;
import org.urdma4j.simulation.time.VirtualTimer;

/**
 * A link in virtual time: what is offered now arrives at the sink when it is due, by an event.
 * Packets due at the same instant arrive in one event. Confined to the thread of its time.
 *
 * @param <P> the link's packets
 */
public final class ScheduledLink<P> {
    private final Link<P> link;
    private final VirtualTime time;
    private final LinkSink<? super P> sink;
    private final VirtualTimer timer;

    /** Puts {@code link}, which nobody else may poll, into {@code time}. */
    public ScheduledLink(Link<P> link, VirtualTime time, LinkSink<? super P> sink) {
        this.link = link;
        this.time = time;
        this.sink = sink;
        this.timer = time.timer(this::arrive);
    }

    /** Offers a packet now; see {@link Link#offer(long, Object, int)}. */
    public boolean offer(P packet, int packetBytes) {
        return offer(packet, packetBytes, 0, false);
    }

    /** Offers a packet now; see {@link Link#offer(long, Object, int, long, boolean)}. */
    public boolean offer(P packet, int packetBytes, long waitedNs, boolean marked) {
        boolean taken = link.offer(time.nowNs(), packet, packetBytes, waitedNs, marked);
        arm();
        return taken;
    }

    /** Returns the link, for its counters, script and tap. */
    public Link<P> link() {
        return link;
    }

    private void arrive() {
        link.poll(time.nowNs(), sink);
        arm();
    }

    private void arm() {
        if (link.inFlight() > 0) {
            long nextNs = link.nextDeliveryNs();
            if (!timer.isScheduled() || nextNs - timer.atNs() < 0) {
                timer.schedule(nextNs);
            }
        }
    }
}
