package org.urdma4j.simulation.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.random.RandomGenerator;

/**
 * The memory of one end of a connection, and what it must hold in the end. All of it starts random,
 * so that a byte out of place is seen wherever it lands.
 *
 * <pre>
 *   source     never written; what is sent, and what the peer reads
 *   hot        written by the peer again and again; read by it too
 *   counters   the peer's atomic operations
 *   receives   slots for incoming messages
 *   landing    a ring for results of own READs and atomic operations
 * </pre>
 */
final class TrafficMemory {
    static final int COUNTERS = 4;
    private static final int GUARD = 64;

    final MemorySegment actual;
    final MemorySegment expected;
    final int source;
    final int hot;
    final int counters;
    final int areaBytes;
    private final int receives;
    private final int slotBytes;
    private final int landing;
    private final int landingEnd;
    private int landingHead;
    private int landingTail;
    private boolean landingEmpty = true;

    /**
     * @param areaBytes of source and hot area
     * @param slots receives
     * @param slotBytes of each
     */
    TrafficMemory(int areaBytes, int slots, int slotBytes, RandomGenerator random) {
        this.areaBytes = areaBytes;
        this.slotBytes = slotBytes;
        source = GUARD;
        hot = source + areaBytes + GUARD;
        counters = (hot + areaBytes + GUARD + 7) & ~7;
        receives = counters + COUNTERS * Long.BYTES + GUARD;
        landing = receives + slots * (slotBytes + GUARD);
        landingEnd = landing + 2 * areaBytes;
        landingHead = landing;
        landingTail = landing;
        int longs = (landingEnd + GUARD) / Long.BYTES + 1;
        actual = MemorySegment.ofArray(new long[longs]);
        for (long at = 0; at < actual.byteSize(); at += Long.BYTES) {
            actual.set(ValueLayout.JAVA_LONG, at, random.nextLong());
        }
        expected = MemorySegment.ofArray(new long[longs]).copyFrom(actual);
    }

    int slot(int index) {
        return receives + index * (slotBytes + GUARD);
    }

    /** Takes room for a result, -1 if there is none now. Given back in the order of taking. */
    int takeLanding(int bytes) {
        int need = bytes + GUARD;
        if (landingEmpty) {
            landingHead = landing;
            landingTail = landing;
        }
        boolean wrapped = !landingEmpty && landingTail <= landingHead;
        if ((wrapped ? landingHead : landingEnd) - landingTail < need) {
            if (wrapped || landingHead - landing < need) {
                return -1;
            }
            landingTail = landing;
        }
        int at = landingTail;
        landingTail += need;
        landingEmpty = false;
        return at;
    }

    /** Gives back the oldest room, taken for {@code bytes} at {@code at}. */
    void freeLanding(int at, int bytes) {
        landingHead = at + bytes + GUARD;
        landingEmpty = landingHead == landingTail;
    }

    /** Says what must be at {@code at} from now on. */
    void expect(int at, byte[] bytes) {
        expect(at, bytes, 0, bytes.length);
    }

    void expect(int at, byte[] bytes, int from, int length) {
        MemorySegment.copy(bytes, from, expected, ValueLayout.JAVA_BYTE, at, length);
    }

    byte[] expectedAt(int at, int length) {
        return expected.asSlice(at, length).toArray(ValueLayout.JAVA_BYTE);
    }

    long expectedCounter(int at) {
        return expected.get(ValueLayout.JAVA_LONG, at);
    }

    void expectCounter(int at, long value) {
        expected.set(ValueLayout.JAVA_LONG, at, value);
    }

    /** Checks a range now. */
    void check(String what, int at, int length) {
        long mismatch =
                MemorySegment.mismatch(
                        actual, at, at + (long) length, expected, at, at + (long) length);
        assertThat(mismatch).as("first wrong byte of %s, at %d", what, at).isEqualTo(-1);
    }

    /** Checks every byte. */
    void checkAll(String what) {
        check("all memory of " + what, 0, (int) actual.byteSize());
    }
}
