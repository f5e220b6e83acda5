package org.urdma4j.measure.evaluation;

import java.util.List;
import java.util.random.RandomGenerator;

/** What scenarios draw from one seed. */
record Draws(RandomGenerator random) {
    /** A number of which each power of ten is as likely as another. */
    double between(double least, double most) {
        return least * Math.pow(most / least, random.nextDouble());
    }

    /** A number of flows, few as likely as many. */
    int count(int most) {
        return (int) between(1, most + 1);
    }

    boolean either() {
        return random.nextBoolean();
    }

    <T> T oneOf(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    EvaluationPath path() {
        double rate = between(10e6, 100e9);
        double rtt = between(1e6, 300e6);
        return EvaluationPath.quiet(rate, rtt, between(0.1, 8));
    }
}
