package org.urdma4j.lab.host;

import org.urdma4j.lab.peer.Peer;
import org.urdma4j.lab.peer.PeerPlan;

import java.util.List;

/**
 * The two ends of a transport that is neither this stack's nor the kernel's. What sends is started
 * first, prints a line when it listens, and sends to whoever comes; what receives prints what it
 * counted as iperf3 would, {@code end.sum_received.bits_per_second}, and ends.
 */
public interface PeerPrograms {
    /** Returns the sending end's command line, at {@link Commands#SENDER}. */
    List<String> sender(PeerPlan plan, Peer peer, int mtu);

    /** Returns the receiving end's command line, at {@link Commands#RECEIVER}. */
    List<String> receiver(PeerPlan plan, Peer peer, int mtu);
}
