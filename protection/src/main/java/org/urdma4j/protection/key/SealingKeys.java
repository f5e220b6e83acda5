package org.urdma4j.protection.key;

import org.urdma4j.protection.aead.PacketCipher;

import java.util.function.IntFunction;

/**
 * Numbers and keys of what one end of a connection sends. The number tells the epoch, so that loss
 * and reordering confuse nobody; an epoch ends with its numbers, or with its time, when the numbers
 * jump. The next key is derived ahead. Confined to one thread.
 */
public final class SealingKeys implements AutoCloseable {
    private final IntFunction<PacketCipher> derive;
    private final int epochBits;
    private final long lastNumber;
    private final long mostNs;
    private PacketCipher current;
    private PacketCipher next;
    private long number;
    private long begunNs;

    /**
     * Derives the first two keys.
     *
     * @param derive makes the cipher of an epoch
     * @param epochBits packets of an epoch, as a power of two, 8 to 22 (RFC 9001, 6.6 allows 2^23)
     * @param lastNumber the greatest number that a packet may have
     * @param mostNs how long an epoch lasts at most
     */
    public SealingKeys(
            IntFunction<PacketCipher> derive,
            int epochBits,
            long lastNumber,
            long mostNs,
            long nowNs) {
        this.derive = derive;
        this.epochBits = epochBits;
        this.lastNumber = lastNumber;
        this.mostNs = mostNs;
        begunNs = nowNs;
        current = derive.apply(0);
        next = derive.apply(1);
    }

    /** Returns whether there is a number left: a generation has 2^48. */
    public boolean hasNext() {
        return number <= lastNumber - (2L << epochBits);
    }

    /** Returns the number of the next packet; {@link #cipher} is its cipher. */
    public long next(long nowNs) {
        if (nowNs - begunNs >= mostNs && !isFirst()) {
            number = ((number >> epochBits) + 1) << epochBits;
        }
        if (number != 0 && isFirst()) {
            rotate(nowNs);
        }
        return number++;
    }

    private boolean isFirst() {
        return (number & (1L << epochBits) - 1) == 0;
    }

    private void rotate(long nowNs) {
        current.close();
        current = next;
        next = derive.apply(epoch() + 1);
        begunNs = nowNs;
    }

    /** Returns the cipher of the number that was returned last. */
    public PacketCipher cipher() {
        return current;
    }

    public int epochs() {
        return number == 0 ? 0 : (int) ((number - 1) >> epochBits) + 1;
    }

    /** Returns the epoch of the next number, from 0. */
    public int epoch() {
        return (int) (number >> epochBits);
    }

    @Override
    public void close() {
        current.close();
        next.close();
    }
}
