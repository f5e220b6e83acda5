package org.urdma4j.measure.run;

import org.urdma4j.measure.control.Inbox;
import org.urdma4j.measure.control.SignsOfLife;

/**
 * How long one side waits for the other.
 *
 * @param silenceNs without any word of it, while it is listened to
 * @param answerNs for what it owes, while it doesn't say that it is busy
 * @param firstSignNs until a client says that it still opens its end, where it doesn't know yet
 *     whether the server knows such signs: one that doesn't has almost given it up by then
 * @param timing of this side's own signs
 */
record Patience(long silenceNs, long answerNs, long firstSignNs, SignsOfLife.Timing timing) {
    static final Patience DEFAULT =
            new Patience(
                    Inbox.SILENCE_NS, 30_000_000_000L, 20_000_000_000L, SignsOfLife.Timing.DEFAULT);
}
