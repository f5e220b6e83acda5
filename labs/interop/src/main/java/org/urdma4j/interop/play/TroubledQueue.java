package org.urdma4j.interop.play;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;

/**
 * Passes packets on, but for one of so many. Which ones is drawn: of packets that are counted the
 * same one of each retransmission could be lost.
 *
 * @param <P> a packet
 */
final class TroubledQueue<P> {
    private final Trouble trouble;
    private final RandomGenerator random;
    private final UnaryOperator<P> copy;
    private final Consumer<P> release;
    private P late;
    private int lateFor;

    /**
     * Creates an empty one.
     *
     * @param random decides on each packet
     * @param copy makes a packet of its own
     * @param release is given what is lost
     */
    TroubledQueue(
            Trouble trouble, RandomGenerator random, UnaryOperator<P> copy, Consumer<P> release) {
        this.trouble = trouble;
        this.random = random;
        this.copy = copy;
        this.release = release;
    }

    /** Takes a packet; returns those that go on now, in order. */
    List<P> pass(P packet) {
        List<P> passed = new ArrayList<>();
        if (random.nextInt(trouble.oneOf) != 0 || late != null) {
            passed.add(packet);
            release(passed);
            return passed;
        }
        switch (trouble) {
            case LOSS -> release.accept(packet);
            case DUPLICATION -> {
                passed.add(packet);
                passed.add(copy.apply(packet));
            }
            case REORDERING -> {
                late = packet;
                lateFor = Trouble.LATE;
            }
        }
        return passed;
    }

    private void release(List<P> passed) {
        if (late != null && --lateFor == 0) {
            passed.add(late);
            late = null;
        }
    }

    void close() {
        if (late != null) {
            release.accept(late);
            late = null;
        }
    }
}
