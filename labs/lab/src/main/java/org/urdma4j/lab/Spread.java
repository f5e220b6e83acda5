package org.urdma4j.lab;

import org.urdma4j.measure.json.JsonObject;

import java.util.stream.DoubleStream;

/**
 * Median and range of a few figures; NaN if there are none.
 *
 * @param count how many there are
 */
public record Spread(double median, double least, double most, int count) {
    /** Returns that of these figures; those that are NaN are left out. */
    public static Spread of(double... figures) {
        double[] sorted =
                DoubleStream.of(figures).filter(figure -> !Double.isNaN(figure)).sorted().toArray();
        int count = sorted.length;
        if (count == 0) {
            return new Spread(Double.NaN, Double.NaN, Double.NaN, 0);
        }
        double median = (sorted[(count - 1) / 2] + sorted[count / 2]) / 2;
        return new Spread(median, sorted[0], sorted[count - 1], count);
    }

    /** Returns it for programs, null if there are no figures. */
    public JsonObject json() {
        return count == 0
                ? null
                : new JsonObject()
                        .putFinite("median", median)
                        .putFinite("least", least)
                        .putFinite("most", most);
    }
}
