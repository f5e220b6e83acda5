package org.urdma4j.leafspine.balance;

import org.urdma4j.leafspine.net.Noise;
import org.urdma4j.leafspine.net.Packet;
import org.urdma4j.leafspine.net.Port;

/** Any cable for each packet. */
public final class SprayBalancer implements Balancer {
    private final Noise noise;

    public SprayBalancer(Noise noise) {
        this.noise = noise;
    }

    @Override
    public int choose(Packet packet, Port[] live) {
        return noise.nextInt(live.length);
    }
}
