package org.urdma4j.protection.key;

import org.urdma4j.protection.aead.PacketCipher;

import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * Keys of what one end of a connection receives: the current epoch, two ahead, and those before
 * until packets that were on their way have come. A number says which it needs. Where whole epochs
 * were lost, the key of a later one is derived on the way. Confined to one thread.
 */
public final class OpeningKeys implements AutoCloseable {
    /** Epochs that are ahead of the newest genuine packet, and still opened. */
    private static final int AHEAD = 2;

    /** Slots; of epochs that are over, those that are left. */
    private static final int LIVE = 16;

    private static final int MASK = LIVE - 1;

    /**
     * Epochs that may have been lost as a whole: numbers further ahead aren't believed. Their key
     * is derived when it is asked for, and not often, as anybody can write a number.
     */
    private static final int FAR = 1 << 20;

    private static final long FAR_INTERVAL_NS = 1_000_000L;

    private static final int NONE = -1;

    private final IntFunction<PacketCipher> derive;
    private final int epochBits;
    private final PacketCipher[] ciphers = new PacketCipher[LIVE];
    private final int[] epochs = new int[LIVE];
    private final long[] untilNs = new long[LIVE];
    private int newest;
    private PacketCipher far;
    private int farEpoch = NONE;
    private long farNs;

    /**
     * Derives the first keys.
     *
     * @param derive makes the cipher of an epoch
     * @param epochBits packets of an epoch, as a power of two
     */
    public OpeningKeys(IntFunction<PacketCipher> derive, int epochBits) {
        this.derive = derive;
        this.epochBits = epochBits;
        Arrays.fill(epochs, NONE);
        for (int epoch = 0; epoch <= AHEAD; epoch++) {
            put(epoch);
        }
    }

    private void put(int epoch) {
        int slot = epoch & MASK;
        drop(slot);
        ciphers[slot] = derive.apply(epoch);
        epochs[slot] = epoch;
        untilNs[slot] = Long.MAX_VALUE;
    }

    private void drop(int slot) {
        if (ciphers[slot] != null) {
            ciphers[slot].close();
            ciphers[slot] = null;
            epochs[slot] = NONE;
        }
    }

    /** Returns the cipher of a number, or null if its epoch is over, or too far ahead. */
    public PacketCipher cipher(long number, long nowNs) {
        long epoch = number >> epochBits;
        if (epoch > newest + AHEAD) {
            return epoch <= newest + (long) FAR ? far((int) epoch, nowNs) : null;
        }
        int slot = (int) epoch & MASK;
        return epochs[slot] == epoch && !isOver(slot, nowNs) ? ciphers[slot] : null;
    }

    private PacketCipher far(int epoch, long nowNs) {
        if (epoch == farEpoch) {
            return far;
        }
        if (farEpoch != NONE && nowNs - farNs < FAR_INTERVAL_NS) {
            return null;
        }
        dropFar();
        far = derive.apply(epoch);
        farEpoch = epoch;
        farNs = nowNs;
        return far;
    }

    private void dropFar() {
        if (far != null) {
            far.close();
            far = null;
            farEpoch = NONE;
        }
    }

    /**
     * Takes note of a genuine packet. If it is the first of a newer epoch, those before are opened
     * for {@code graceNs} more, those whose time is over are forgotten, and keys ahead of it are
     * derived.
     */
    public void onGenuine(long number, long nowNs, long graceNs) {
        int epoch = (int) (number >> epochBits);
        if (epoch <= newest) {
            return;
        }
        for (int slot = 0; slot < LIVE; slot++) {
            if (epochs[slot] != NONE && epochs[slot] < epoch && untilNs[slot] == Long.MAX_VALUE) {
                untilNs[slot] = nowNs + graceNs;
            }
        }
        expire(nowNs);
        dropFar();
        for (int ahead = Math.max(newest + AHEAD + 1, epoch); ahead <= epoch + AHEAD; ahead++) {
            put(ahead);
        }
        newest = epoch;
    }

    private void expire(long nowNs) {
        for (int slot = 0; slot < LIVE; slot++) {
            if (epochs[slot] != NONE && isOver(slot, nowNs)) {
                drop(slot);
            }
        }
    }

    private boolean isOver(int slot, long nowNs) {
        return untilNs[slot] != Long.MAX_VALUE && nowNs - untilNs[slot] >= 0;
    }

    /** Returns the epoch of the newest genuine packet. */
    public int epoch() {
        return newest;
    }

    @Override
    public void close() {
        dropFar();
        for (int slot = 0; slot < LIVE; slot++) {
            drop(slot);
        }
    }
}
