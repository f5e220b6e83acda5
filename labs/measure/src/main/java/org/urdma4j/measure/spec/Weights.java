package org.urdma4j.measure.spec;

import org.urdma4j.verbs.UrdmaTuning;

import java.util.Arrays;
import java.util.List;

/**
 * How queue pairs share what an end sends, as {@link UrdmaTuning#weight} says.
 *
 * @param each of the first queue pair, the second and so on, 1 to 255; those after the last begin
 *     with the first again
 */
public record Weights(List<Integer> each) {
    /** All have the same. */
    public static final Weights EQUAL = new Weights(List.of(1));

    public Weights {
        each = List.copyOf(each);
        Range.check("number of --weights", each.size(), 1, Load.MAX_STREAMS);
        for (int weight : each) {
            Range.check("--weights", weight, 1, UrdmaTuning.MAX_WEIGHT);
        }
    }

    /**
     * Reads weights with commas between them, as in {@code 1,4}.
     *
     * @throws IllegalArgumentException if there are none; the message says what to give
     */
    public static Weights parse(String text) {
        try {
            return new Weights(
                    Arrays.stream(text.split(",", -1))
                            .map(one -> Integer.valueOf(one.strip()))
                            .toList());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "--weights is like 1,4, numbers from 1 to %d, not \"%s\""
                            .formatted(UrdmaTuning.MAX_WEIGHT, text),
                    e);
        }
    }

    /** Returns the weight of a queue pair, counted from 0. */
    public int of(int index) {
        return each.get(index % each.size());
    }

    public boolean equal() {
        return each.stream().distinct().count() == 1;
    }
}
