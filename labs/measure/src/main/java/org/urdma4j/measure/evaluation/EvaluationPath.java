package org.urdma4j.measure.evaluation;

import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.simulation.link.LinkConfigBuilder;
import org.urdma4j.simulation.loss.Bernoulli;
import org.urdma4j.simulation.loss.LossSpec;
import org.urdma4j.simulation.queue.QueueType;

/**
 * A bottleneck and its way back.
 *
 * @param rateBps of either way, framing included
 * @param queueBdp what the queue holds, in bandwidth-delay products
 * @param loss at random on the way there, a probability
 * @param reverseLoss likewise on the way back
 * @param reorder share of packets there that are held back by an eighth of the round trip
 * @param amount of the disturbance: a factor, or round trips; of a wireless link its lowest rate,
 *     as a share of the highest
 */
public record EvaluationPath(
        long rateBps,
        long rttNs,
        QueueType discipline,
        double queueBdp,
        double loss,
        double reverseLoss,
        double reorder,
        Disturbance disturbance,
        double amount) {
    /** A path on which nothing happens but that its queue is full at times. */
    static EvaluationPath quiet(double rateBps, double rttNs, double queueBdp) {
        return new EvaluationPath(
                (long) rateBps,
                (long) rttNs,
                QueueType.DROP_TAIL,
                queueBdp,
                0,
                0,
                0,
                Disturbance.NONE,
                1);
    }

    EvaluationPath managed(QueueType by) {
        return new EvaluationPath(
                rateBps, rttNs, by, queueBdp, loss, reverseLoss, reorder, disturbance, amount);
    }

    EvaluationPath losing(double there, double back) {
        return new EvaluationPath(
                rateBps, rttNs, discipline, queueBdp, there, back, reorder, disturbance, amount);
    }

    EvaluationPath reordering(double share) {
        return new EvaluationPath(
                rateBps,
                rttNs,
                discipline,
                queueBdp,
                loss,
                reverseLoss,
                share,
                disturbance,
                amount);
    }

    EvaluationPath disturbed(Disturbance by, double how) {
        return new EvaluationPath(
                rateBps, rttNs, discipline, queueBdp, loss, reverseLoss, reorder, by, how);
    }

    /** Returns what is on the way in one round trip, in bytes. */
    double bdpBytes() {
        return rateBps / 8e9 * rttNs;
    }

    /**
     * Returns the rate that flows are judged by: after whatever happens.
     *
     * @param fromNs from when on
     * @param toNs until when
     */
    double judgedBps(long fromNs, long toNs) {
        if (disturbance == Disturbance.WIRELESS) {
            return new WirelessLink(rateBps, amount, toNs).meanBps(fromNs, toNs) * (1 - loss);
        }
        return rateBps * (disturbance == Disturbance.RATE ? amount : 1) * (1 - loss);
    }

    /** Returns for how long a circuit breaker is open. */
    long openNs() {
        return (long) (amount * rttNs);
    }

    /** Returns how long reports still come after it has opened, and another round trip. */
    long unawareNs() {
        return (long) ((2 + queueBdp) * rttNs);
    }

    /** Returns what the link carries while it is open and its senders can know, in bytes. */
    double cutBytes() {
        return rateBps / 8e9 * Math.max(rttNs, openNs() - unawareNs());
    }

    double longestRttNs() {
        return rttNs * (disturbance == Disturbance.DELAY ? Math.max(1, amount) : 1);
    }

    double highestBps() {
        return rateBps * (disturbance == Disturbance.RATE ? Math.max(1, amount) : 1);
    }

    /**
     * Returns the bottleneck.
     *
     * @param leastQueue bytes that its queue holds at least
     * @param disturbedNs when it is disturbed
     * @param spanNs for how long it is used
     */
    LinkConfig there(long leastQueue, long disturbedNs, long spanNs) {
        LinkConfigBuilder link = link(leastQueue, disturbedNs).loss(random(loss));
        if (reorder > 0) {
            link.reorder(reorder, rttNs / 8);
        }
        if (disturbance == Disturbance.RATE) {
            link.rateStep(disturbedNs, (long) (amount * rateBps));
        } else if (disturbance == Disturbance.WIRELESS) {
            new WirelessLink(rateBps, amount, spanNs).apply(link, rttNs / 2);
        }
        return link.build();
    }

    LinkConfig back(long leastQueue, long disturbedNs) {
        return link(leastQueue, disturbedNs).loss(random(reverseLoss)).build();
    }

    private LinkConfigBuilder link(long leastQueue, long disturbedNs) {
        LinkConfigBuilder link =
                LinkConfig.builder()
                        .rate(rateBps)
                        .delay(rttNs / 2)
                        .queue(Math.max(leastQueue, (long) (queueBdp * bdpBytes())));
        if (disturbance == Disturbance.DELAY) {
            link.delayStep(disturbedNs, (long) (amount * rttNs / 2));
        } else if (disturbance == Disturbance.OUTAGE) {
            link.blackout(disturbedNs, (long) (amount * rttNs));
        }
        return link;
    }

    private static LossSpec random(double share) {
        return share == 0 ? LossSpec.NONE : new Bernoulli(share);
    }
}
