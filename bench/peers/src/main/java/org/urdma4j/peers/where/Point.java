package org.urdma4j.peers.where;

import org.urdma4j.lab.Rounds;
import org.urdma4j.simulation.units.Units;

import java.util.ArrayList;
import java.util.List;

/**
 * At what MTU, and how fast, it is looked.
 *
 * @param mtu of the devices, bytes, 1280 to 9216
 * @param rate as was asked for, such as {@code 1G}; empty: as fast as the sender can
 */
record Point(int mtu, String rate) {
    private static final long LEAST_BPS = 1_000_000;

    /**
     * Checks everything.
     *
     * @throws IllegalArgumentException with a message for people
     */
    Point {
        Rounds.checkMtu("--points", mtu);
        if (!rate.isEmpty() && Units.rate(rate) < LEAST_BPS) {
            throw new IllegalArgumentException(
                    "--points: %s is no rate from 1M on; without @RATE it is as fast as can be"
                            .formatted(rate));
        }
    }

    /**
     * Reads points: MTUs, with {@code @RATE} or without, parted by commas.
     *
     * @throws IllegalArgumentException with a message for people
     */
    static List<Point> parse(String text) {
        List<Point> points = new ArrayList<>();
        for (String word : text.split(",", -1)) {
            String[] parts = word.strip().split("@", -1);
            boolean paced = parts.length == 2 && !parts[1].isEmpty();
            if (!parts[0].matches("\\d{1,5}") || (parts.length > 1 && !paced)) {
                throw new IllegalArgumentException(
                        "--points: %s is no MTU or MTU@RATE, such as 9000 or 1500@1G"
                                .formatted(word));
            }
            points.add(new Point(Integer.parseInt(parts[0]), paced ? parts[1] : ""));
        }
        return points;
    }

    String label() {
        return "MTU %d, %s".formatted(mtu, rate.isEmpty() ? "line rate" : "paced at " + rate);
    }
}
