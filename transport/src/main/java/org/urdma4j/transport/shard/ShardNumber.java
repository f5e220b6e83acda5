package org.urdma4j.transport.shard;

/**
 * Which shard of a device one is. Queue pairs are spread over shards by their numbers, so whoever
 * sees a packet knows from its BTH alone where it belongs: queue pairs 0 and 1, which manage the
 * device, to the first shard, any other to that which its number leaves when divided by the number
 * of shards.
 *
 * @param index from 0
 * @param count shards of the device, each with an event loop of its own; 1 to {@link #MAX_COUNT}
 */
public record ShardNumber(int index, int count) {
    /** Most shards of a device. */
    public static final int MAX_COUNT = 64;

    public static final ShardNumber ONLY = new ShardNumber(0, 1);

    /** The first queue pair number that isn't reserved: 0 is subnet, 1 general management. */
    public static final int FIRST_QPN = 2;

    public ShardNumber {
        if (count < 1 || count > MAX_COUNT || index < 0 || index >= count) {
            throw new IllegalArgumentException(
                    "shards are numbered from 0, and are 1 to %d: there is no %d of %d"
                            .formatted(MAX_COUNT, index, count));
        }
    }

    /** Returns the index of the shard to which a queue pair belongs. */
    public int of(int qpn) {
        return qpn < FIRST_QPN ? 0 : qpn % count;
    }

    /** Returns whether a queue pair belongs here. */
    public boolean owns(int qpn) {
        return of(qpn) == index;
    }

    /** Returns the first number from {@code qpn} on that belongs here. */
    int next(int qpn) {
        return qpn + Math.floorMod(index - qpn, count);
    }
}
