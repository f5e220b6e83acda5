package org.urdma4j.measure.evaluation;

import org.urdma4j.measure.spec.Range;
import org.urdma4j.simulation.congestion.Rival;
import org.urdma4j.simulation.host.Misbehaviour;
import org.urdma4j.simulation.queue.QueueType;
import org.urdma4j.verbs.CongestionControlType;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/**
 * Situations that RFC 9743 (BCP 133) asks for, by its sections. Numbers are drawn so that each
 * power of ten is as likely as another. Rates are 10 Mbit/s to 100 Gbit/s, round trips 1 to 300 ms
 * and queues 0.1 to 8 bandwidth-delay products unless a scenario says otherwise.
 */
public enum Scenario {
    /** Some flows beside some of TCP's. */
    GRID(
            "5.2.1, 6.1, 6.3",
            "1 to 16 flows beside 1 to 16 of CUBIC or BBR, either first",
            Criterion.FAIR) {
        @Override
        EvaluationCell draw(Draws draws) {
            Rival rival = draws.oneOf(LONG);
            return beside(draws.path(), draws, draws.count(16), rival, draws.count(16));
        }
    },
    /** One beside one. */
    ONE_CUBIC("5.2.1", "one flow beside one of CUBIC, either first", Criterion.FAIR) {
        @Override
        EvaluationCell draw(Draws draws) {
            return beside(draws.path(), draws, 1, Rival.CUBIC, 1);
        }
    },
    /** One beside one. */
    ONE_BBR("5.2.1", "one flow beside one of BBR, either first", Criterion.FAIR) {
        @Override
        EvaluationCell draw(Draws draws) {
            return beside(draws.path(), draws, 1, Rival.BBR, 1);
        }
    },
    /** One that gives way. */
    BACKGROUND(
            "5.2.1",
            "one flow of background, whoever is judged, beside 1 to 4 of CUBIC or BBR",
            Criterion.YIELDS) {
        @Override
        EvaluationCell draw(Draws draws) {
            return beside(draws.path(), draws, 1, draws.oneOf(LONG), draws.count(4));
        }

        @Override
        Candidate played(Candidate judged) {
            return new Candidate.Urdma(CongestionControlType.BACKGROUND, judged.without());
        }
    },
    /** Several of one kind. */
    OWN("5.1.1, 5.1.2, 5.1.4", "2 to 16 flows among themselves", Criterion.EVEN) {
        @Override
        EvaluationCell draw(Draws draws) {
            return EvaluationCell.alone(draws.path(), 1 + draws.count(15));
        }
    },
    /** Losses that nobody's queue is the cause of. */
    LOSS("5.1.3, 6.4", "one flow, 0.01 to 10 % lost at random", Criterion.EVEN) {
        @Override
        EvaluationCell draw(Draws draws) {
            double loss = draws.between(0.0001, 0.1);
            return EvaluationCell.alone(draws.path().losing(loss, 0), 1);
        }
    },
    /** A long way to go. */
    SATELLITE(
            "7.5",
            "600 ms, 5 Mbit/s to 1 Gbit/s, one flow beside one of CUBIC or BBR",
            Criterion.FAIR) {
        @Override
        EvaluationCell draw(Draws draws) {
            double rate = draws.between(5e6, 1e9);
            EvaluationPath path = EvaluationPath.quiet(rate, 600e6, draws.between(0.1, 4));
            return beside(path, draws, 1, draws.oneOf(LONG), 1);
        }
    },
    /** Another path in the place of the first. */
    PATH_CHANGE(
            "7.3, 7.9",
            "1 to 4 flows, the rate becomes 1/8 to 8 times, or the round trip 1/4 to 4 times",
            Criterion.EVEN) {
        @Override
        EvaluationCell draw(Draws draws) {
            EvaluationPath path =
                    draws.either()
                            ? draws.path().disturbed(Disturbance.RATE, draws.between(0.125, 8))
                            : draws.path().disturbed(Disturbance.DELAY, draws.between(0.25, 4));
            return EvaluationCell.alone(path, draws.count(4));
        }
    },
    /** Little is heard of what arrives. */
    FEEDBACK_LOST("5.1.1, 7.8", "1 to 4 flows, 1 to 50 % lost on the way back", Criterion.EVEN) {
        @Override
        EvaluationCell draw(Draws draws) {
            double loss = draws.between(0.01, 0.5);
            return EvaluationCell.alone(draws.path().losing(0, loss), draws.count(4));
        }
    },
    /** The link is dead for a while. */
    OUTAGE("7.2, 7.8", "nothing comes through for 1 to 20 round trips", Criterion.EVEN) {
        @Override
        EvaluationCell draw(Draws draws) {
            double length = draws.between(1, 20);
            EvaluationPath path = draws.path().disturbed(Disturbance.OUTAGE, length);
            return EvaluationCell.alone(path, draws.count(4));
        }
    },
    /** Packets overtake each other. */
    REORDERING(
            "7.7",
            "one flow, 0.1 to 10 % held back by an eighth of the round trip",
            Criterion.EVEN) {
        @Override
        EvaluationCell draw(Draws draws) {
            double share = draws.between(0.001, 0.1);
            return EvaluationCell.alone(draws.path().reordering(share), 1);
        }
    },
    /** One flow that has two paths to the same bottleneck. */
    TWO_PATHS(
            "7.10",
            "one flow with two paths over one bottleneck, beside 1 to 4 of CUBIC or BBR",
            Criterion.FAIR) {
        @Override
        EvaluationCell draw(Draws draws) {
            return beside(draws.path(), draws, 1, draws.oneOf(LONG), draws.count(4)).over(2);
        }
    },
    /** Short and fast. */
    DATA_CENTRE("7.11", "2 to 16 flows, 10 to 100 Gbit/s and 10 to 500 us", Criterion.EVEN) {
        @Override
        EvaluationCell draw(Draws draws) {
            double rate = draws.between(10e9, 100e9);
            EvaluationPath path =
                    EvaluationPath.quiet(rate, draws.between(1e4, 5e5), draws.between(1, 8));
            return EvaluationCell.alone(path, 1 + draws.count(15));
        }
    },
    /** A link whose rate changes, and that sends in aggregates. */
    WIRELESS(
            "6.4, 7.3",
            "1 to 4 flows beside 1 to 4 of CUBIC or BBR; each 0.1 s another rate, from 1/8 on",
            Criterion.FAIR) {
        @Override
        EvaluationCell draw(Draws draws) {
            EvaluationPath path =
                    EvaluationPath.quiet(
                                    draws.between(10e6, 1e9),
                                    draws.between(5e6, 100e6),
                                    draws.between(0.5, 8))
                            .disturbed(Disturbance.WIRELESS, 1.0 / 8);
            return beside(path, draws, draws.count(4), draws.oneOf(LONG), draws.count(4));
        }
    },
    /** Others than those of which most data is. */
    OTHER_RIVALS("5.2.1", "1 to 4 flows beside 1 to 4 of Reno, QUIC or BBR 3", Criterion.FAIR) {
        @Override
        EvaluationCell draw(Draws draws) {
            Rival rival = draws.oneOf(List.of(Rival.RENO, Rival.QUIC, Rival.BBR3));
            return beside(draws.path(), draws, draws.count(4), rival, draws.count(4));
        }
    },
    /** Queues that say early that they fill. */
    MANAGED_QUEUE(
            "7.1",
            "behind FQ-CoDel, PIE or DualPI2, 1 to 4 flows beside 1 to 4 of CUBIC or Reno",
            Criterion.FAIR) {
        @Override
        EvaluationCell draw(Draws draws) {
            QueueType queue =
                    draws.oneOf(List.of(QueueType.FQ_CODEL, QueueType.PIE, QueueType.DUALPI2));
            Rival rival = draws.oneOf(List.of(Rival.CUBIC, Rival.RENO));
            EvaluationPath path = draws.path().managed(queue);
            return beside(path, draws, draws.count(4), rival, draws.count(4));
        }
    },
    /** All is lost, for longer than an outage, and only theirs. */
    CIRCUIT_BREAKER(
            "5.1.1, 7.2",
            "1 to 4 flows behind a circuit breaker that is opened for 15 to 40 round trips",
            Criterion.WITHDRAWS) {
        @Override
        EvaluationCell draw(Draws draws) {
            double open = draws.between(15, 40);
            EvaluationPath path = draws.path().disturbed(Disturbance.BREAKER, open);
            return EvaluationCell.alone(path, draws.count(4));
        }
    },
    /** Receivers that would have more than others. */
    MISBEHAVING_RECEIVER(
            "7.6",
            "one flow whose receiver doesn't report what is so, beside 1 to 4 of CUBIC or BBR",
            Criterion.HARMLESS) {
        @Override
        EvaluationCell draw(Draws draws) {
            Misbehaviour kind = draws.oneOf(MISBEHAVIOUR);
            return beside(draws.path(), draws, 1, draws.oneOf(LONG), draws.count(4))
                    .misbehaving(kind);
        }
    };

    private static final List<Rival> LONG = List.of(Rival.CUBIC, Rival.BBR);

    private static final List<Misbehaviour> MISBEHAVIOUR =
            List.copyOf(EnumSet.complementOf(EnumSet.of(Misbehaviour.NONE)));

    private final String sections;
    private final String what;
    private final Criterion criterion;

    Scenario(String sections, String what, Criterion criterion) {
        this.sections = sections;
        this.what = what;
        this.criterion = criterion;
    }

    private static EvaluationCell beside(
            EvaluationPath path, Draws draws, int ours, Rival rival, int rivals) {
        return EvaluationCell.beside(path, ours, rival, rivals, draws.either());
    }

    /** Returns its name on the command line. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the sections of RFC 9743 that ask for it. */
    public String sections() {
        return sections;
    }

    /** Returns what is played, in words. */
    public String what() {
        return what;
    }

    public Criterion criterion() {
        return criterion;
    }

    abstract EvaluationCell draw(Draws draws);

    Candidate played(Candidate judged) {
        return judged;
    }

    /** Returns what is played with a seed: the first cell that the effort covers. */
    EvaluationCell cell(long seed, Effort effort) {
        Draws draws = new Draws(new SplittableRandom(seed + ((long) label().hashCode() << 32)));
        EvaluationCell cell = draw(draws);
        while (!effort.covers(cell)) {
            cell = draw(draws);
        }
        return cell;
    }

    /**
     * Returns the scenario of this name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Scenario parse(String name) {
        List<Scenario> named =
                Arrays.stream(values()).filter(it -> it.label().equals(name)).toList();
        Range.require(
                !named.isEmpty(),
                "--only has %s, not \"%s\""
                        .formatted(
                                Arrays.stream(values())
                                        .map(Scenario::label)
                                        .collect(Collectors.joining(", ")),
                                name));
        return named.getFirst();
    }
}
