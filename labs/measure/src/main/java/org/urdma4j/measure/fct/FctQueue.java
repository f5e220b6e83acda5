package org.urdma4j.measure.fct;

import org.urdma4j.measure.spec.Range;

/**
 * What waits before the long link.
 *
 * @param bdp room, in bandwidth-delay products of the link, 0 to 1000
 * @param missingFirst whether what a gateway sends because the other one lacks it goes before all
 *     that waits
 */
public record FctQueue(double bdp, boolean missingFirst) {
    public FctQueue {
        Range.require(bdp >= 0 && bdp <= 1000, "--queue is 0bdp to 1000bdp");
    }
}
