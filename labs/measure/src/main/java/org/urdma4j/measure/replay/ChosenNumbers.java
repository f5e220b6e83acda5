package org.urdma4j.measure.replay;

import java.util.random.RandomGenerator;

/** Has a device draw the number that was chosen for it. Confined as its user has it. */
final class ChosenNumbers implements RandomGenerator {
    private volatile int chosen = 1;

    /** Says what is drawn until the next call. */
    void choose(int number) {
        chosen = number;
    }

    @Override
    public int nextInt() {
        return chosen;
    }

    @Override
    public int nextInt(int origin, int bound) {
        return chosen;
    }

    @Override
    public long nextLong() {
        return chosen;
    }
}
