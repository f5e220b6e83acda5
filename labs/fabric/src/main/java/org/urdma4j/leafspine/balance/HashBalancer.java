package org.urdma4j.leafspine.balance;

import org.urdma4j.leafspine.net.Noise;
import org.urdma4j.leafspine.net.Packet;
import org.urdma4j.leafspine.net.Port;

/**
 * ECMP: a hash of what identifies the flow. With a seed of its own each switch hashes differently;
 * with the same one everywhere, switches behind each other choose alike (polarisation).
 */
public final class HashBalancer implements Balancer {
    private final long seed;

    public HashBalancer(long seed) {
        this.seed = Noise.mix(seed);
    }

    @Override
    public int choose(Packet packet, Port[] live) {
        return (int) Long.remainderUnsigned(Noise.mix(packet.entropy ^ seed), live.length);
    }
}
