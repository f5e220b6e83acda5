package org.urdma4j.leafspine.balance;

import org.urdma4j.leafspine.net.Noise;
import org.urdma4j.leafspine.net.Packet;
import org.urdma4j.leafspine.net.Port;

/** The cable with the shortest queue for each packet; any of those that are equal. */
public final class AdaptiveBalancer implements Balancer {
    private final Noise noise;

    public AdaptiveBalancer(Noise noise) {
        this.noise = noise;
    }

    @Override
    public int choose(Packet packet, Port[] live) {
        int first = noise.nextInt(live.length);
        int best = first;
        for (int i = 1; i < live.length; i++) {
            int at = first + i < live.length ? first + i : first + i - live.length;
            if (live[at].queuedBytes() < live[best].queuedBytes()) {
                best = at;
            }
        }
        return best;
    }
}
