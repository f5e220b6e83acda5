package org.urdma4j.simulation.host;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.icrc.Icrc;
import org.urdma4j.protection.aead.Aead;
import org.urdma4j.protection.packet.SealedHeader;

import java.nio.ByteBuffer;
import java.util.random.RandomGenerator;

/**
 * Somebody on the way: passes every packet on, and before or behind it one that was made of it and
 * of an earlier one, with the right ICRC.
 */
final class Forger implements Hop {
    private static final int MARKS_AT = 4;
    private static final int QPN_AT = 5;
    private static final int KINDS = 7;

    private final SimulatedNetwork network;
    private final RandomGenerator random;
    private final int[] qpns;
    private SimulatedPacket earlier;
    private long forged;

    /**
     * @param qpns of the receiver
     */
    Forger(SimulatedNetwork network, RandomGenerator random, int... qpns) {
        this.network = network;
        this.random = random;
        this.qpns = qpns;
    }

    @Override
    public void offer(SimulatedPacket packet) {
        SimulatedPacket copy = network.pool().copy(packet);
        boolean made = alter(copy);
        if (earlier == null || random.nextInt(4) == 0) {
            keep(packet);
        }
        if (!made) {
            network.release(copy);
            packet.forward();
            return;
        }
        forged++;
        copy.route.stamp(copy);
        boolean before = random.nextBoolean();
        (before ? copy : packet).forward();
        (before ? packet : copy).forward();
    }

    private void keep(SimulatedPacket packet) {
        if (earlier != null) {
            network.release(earlier);
        }
        earlier = network.pool().copy(packet);
    }

    /** Returns whether it is another packet now. */
    private boolean alter(SimulatedPacket copy) {
        ByteBuffer b = copy.buffer;
        switch (random.nextInt(KINDS)) {
            case 0 -> {
                int at = random.nextInt(copy.length);
                if (at == MARKS_AT) {
                    return false; // routers may
                }
                b.put(at, (byte) (b.get(at) ^ (1 << random.nextInt(Byte.SIZE))));
            }
            case 1 -> {
                int words = (copy.length - Bth.LENGTH) / Integer.BYTES;
                copy.length -= Integer.BYTES * (1 + random.nextInt(words));
            }
            case 2 -> {
                if (earlier == null) {
                    return false;
                }
                copy.length = earlier.length;
                b.clear().limit(copy.length + Icrc.LENGTH);
                b.put(0, earlier.buffer, 0, copy.length);
            }
            case 3 -> {
                if (earlier == null) {
                    return false;
                }
                int tag = copy.length - Aead.TAG_BYTES;
                b.put(tag, earlier.buffer, earlier.length - Aead.TAG_BYTES, Aead.TAG_BYTES);
            }
            case 4 -> {
                if (earlier == null) {
                    return false;
                }
                b.put(0, earlier.buffer, 0, SealedHeader.LENGTH);
            }
            case 5 -> {
                int other = qpns[random.nextInt(qpns.length)];
                if (other == Bth.destQp(b, 0)) {
                    return false;
                }
                b.put(QPN_AT, (byte) (other >> 16));
                b.putShort(QPN_AT + 1, (short) other);
            }
            default -> b.put(Bth.LENGTH, (byte) (b.get(Bth.LENGTH) + 1 + random.nextInt(255)));
        }
        return true;
    }

    long forged() {
        return forged;
    }

    void close() {
        if (earlier != null) {
            network.release(earlier);
        }
    }
}
