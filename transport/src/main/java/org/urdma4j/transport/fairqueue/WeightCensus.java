package org.urdma4j.transport.fairqueue;

import org.urdma4j.verbs.UrdmaTuning;

/** How many active queue pairs have which weight. */
final class WeightCensus {
    private final int[] count = new int[UrdmaTuning.MAX_WEIGHT + 1];
    private int lightest = UrdmaTuning.MAX_WEIGHT;

    void add(int weight) {
        count[weight]++;
        lightest = Math.min(lightest, weight);
    }

    void remove(int weight) {
        count[weight]--;
        while (count[lightest] == 0 && lightest < UrdmaTuning.MAX_WEIGHT) {
            lightest++;
        }
    }

    /** Returns the least weight that there is, the most possible if there is none. */
    int lightest() {
        return lightest;
    }
}
