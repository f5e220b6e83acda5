package org.urdma4j.measure.published;

import org.urdma4j.measure.evaluation.Candidate;
import org.urdma4j.simulation.congestion.Bottleneck;
import org.urdma4j.simulation.congestion.Download;
import org.urdma4j.simulation.congestion.Rival;
import org.urdma4j.simulation.link.Framing;
import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.simulation.link.LinkConfigBuilder;
import org.urdma4j.simulation.queue.QueueType;
import org.urdma4j.simulation.tcp.TcpFlow;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * A download over a path, alone or beside another. Figures are those of C4's repository in 2026
 * (github.com/private-octopus/c4, doc/c4-tests.md, commit 0863b68): 100 runs each over picoquic's
 * simulator. Paths and sizes are those of its sim_specs; where the text has others, they are named.
 */
@SuppressWarnings("ImmutableEnumChecker") // links are made by functions, which keep nothing
public enum PublishedTest {
    /** One alone. */
    ALONE(
            "10 MB at 20 Mbit/s, 80 ms",
            new Line(20, 80, 80),
            10,
            Beside.NOBODY,
            "4.503 4.564, 4.689 4.698, 4.472 4.519"),
    /** One alone; the text has a queue of a round trip. */
    ALONE_200(
            "20 MB at 200 Mbit/s, 40 ms",
            new Line(200, 40, 80),
            20,
            Beside.NOBODY,
            "1.116 1.182, 1.222 1.222, 1.146 1.148"),
    /** One alone. */
    ALONE_1_5M(
            "4 MB at 1.5 Mbit/s, 40 ms",
            new Line(1.5, 40, 50),
            4,
            Beside.NOBODY,
            "21.505 21.511, 21.717 21.719, 21.514 21.552"),
    /** One alone. */
    ALONE_512K(
            "1 MB at 512 kbit/s, 34 ms",
            new Line(0.512, 34, 50),
            1,
            Beside.NOBODY,
            "16.174 16.174, 16.211 16.217, 16.183 16.208"),
    /** More room from 2.5 s on. */
    LOW_AND_UP(
            "7 MB, 100 ms, 5 Mbit/s become 10",
            new Line(5, 100, 160, link -> link.rateStep(2_500 * Line.MS, 10_000_000)),
            7,
            Beside.NOBODY,
            "7.569 7.570, 7.507 7.512, 8.035 8.072"),
    /** Less room for two seconds. */
    DROP_AND_BACK(
            "7 MB, 100 ms, 10 Mbit/s, 5 for 2 s",
            new Line(
                    10,
                    100,
                    80,
                    link ->
                            link.rateStep(1_500 * Line.MS, 5_000_000)
                                    .rateStep(3_500 * Line.MS, 10_000_000)),
            7,
            Beside.NOBODY,
            "7.554 7.579, 7.626 7.631, 7.630 7.632"),
    /** Nothing for two seconds. */
    BLACKHOLE(
            "10 MB at 25 Mbit/s, 70 ms, 2 s dark",
            new Line(25, 70, 80, link -> link.blackout(2_000 * Line.MS, 2_000 * Line.MS)),
            10,
            Beside.NOBODY,
            "5.592 5.592, 5.811 5.815, 5.696 5.699"),
    /** A longer way from 1 s on; the text has 100 ms there and back. */
    SHORT_LONG(
            "20 MB at 10 Mbit/s, 30 ms become 200",
            new Line(10, 30, 200, link -> link.delayStep(1_000 * Line.MS, 100 * Line.MS)),
            20,
            Beside.NOBODY,
            "17.537 17.538, 42.332 43.395, 21.368 21.542"),
    /** One alone; theirs has been told the path's rate and round trip. */
    SATELLITE(
            "100 MB at 250 Mbit/s, 600 ms",
            new Line(250, 600, 600),
            100,
            Beside.NOBODY,
            "6.807 6.807, 7.493 7.834, 6.704 6.704"),
    /** Beside another of its kind. */
    VS_OWN(
            "5 MB beside 10 of its own",
            new Line(20, 80, 80),
            5,
            new Beside(10, 0, 0),
            "4.362 4.454"),
    /** After another of its kind. */
    AFTER_OWN(
            "5 MB, 0.5 s after 10 of its own",
            new Line(20, 80, 80),
            5,
            new Beside(10, 500, 0),
            "6.563 6.743"),
    /** Before another of its kind. */
    BEFORE_OWN(
            "10 MB at 50 Mbit/s, 0.5 s before 20",
            new Line(50, 30, 80),
            10,
            new Beside(20, 0, 500),
            "2.641 2.735"),
    /** Long ones; the text has the sizes the other way round. */
    VS_OWN_LG(
            "30 MB beside 20 of its own",
            new Line(20, 80, 80),
            30,
            new Beside(20, 0, 0),
            "21.027 21.140"),
    /** Long ones; the text has the sizes the other way round. */
    VS_OWN_LG2(
            "15 MB at 10 Mbit/s, 1 s before 10",
            new Line(10, 70, 80),
            15,
            new Beside(10, 0, 1_000),
            "20.979 21.047"),
    /** Beside CUBIC. */
    VS_CUBIC(
            "5 MB beside 10 of CUBIC",
            new Line(20, 80, 80),
            5,
            Beside.of(Rival.CUBIC, 10, 0),
            "3.429 3.761, 6.975 7.090, 5.348 5.580"),
    /** Beside CUBIC, for longer. */
    VS_CUBIC_LG(
            "30 MB beside 20 of CUBIC",
            new Line(20, 80, 80),
            30,
            Beside.of(Rival.CUBIC, 20, 0),
            "17.902 20.252, 21.431 21.760, 20.903 21.121"),
    /** Before CUBIC. */
    VS_CUBIC_LG2(
            "15 MB at 10 Mbit/s, 1 s before 10",
            new Line(10, 70, 80),
            15,
            Beside.of(Rival.CUBIC, 10, 1_000),
            "17.081 17.420, 15.533 15.707, 20.672 20.930"),
    /** Beside BBR. */
    VS_BBR(
            "5 MB beside 10 of BBR",
            new Line(20, 80, 80),
            5,
            Beside.of(Rival.BBR3, 10, 0),
            "2.818 2.825, 4.501 4.580, 2.853 2.878"),
    /** Beside BBR, for longer. */
    VS_BBR_LG(
            "30 MB beside 20 of BBR",
            new Line(20, 80, 80),
            30,
            Beside.of(Rival.BBR3, 20, 0),
            "15.613 15.809, 21.099 21.132, 15.563 15.840"),
    /** Before BBR. */
    VS_BBR_LG2(
            "15 MB at 10 Mbit/s, 1 s before 10",
            new Line(10, 70, 80),
            15,
            Beside.of(Rival.BBR3, 10, 1_000),
            "16.450 16.523, 18.711 18.955, 21.521 22.324");

    /**
     * Times that were published, in seconds.
     *
     * @param p90 of 100 runs, 90 took no longer
     */
    public record Figures(double mean, double p90) {
        static Figures parse(String both) {
            String[] words = both.split(" ", -1);
            return new Figures(Double.parseDouble(words[0]), Double.parseDouble(words[1]));
        }
    }

    /**
     * A path with a queue that drops at its tail. Its rate counts what is in UDP datagrams alone,
     * as picoquic's simulator does.
     *
     * @param queueMs how long a packet waits in it when it is full, at the first rate
     * @param later what happens to either way, counted from the first flow's beginning
     */
    record Line(double mbps, long rttMs, long queueMs, UnaryOperator<LinkConfigBuilder> later) {
        static final long MS = 1_000_000;

        Line(double mbps, long rttMs, long queueMs) {
            this(mbps, rttMs, queueMs, UnaryOperator.identity());
        }

        long rttNs() {
            return rttMs * MS;
        }

        LinkConfig link() {
            return later.apply(
                            LinkConfig.builder()
                                    .rate((long) (mbps * 1e6))
                                    .framing(Framing.NONE)
                                    .delay(rttNs() / 2)
                                    .queue((long) (mbps * 1e6 / 8e3 * queueMs)))
                    .build();
        }

        Bottleneck open(long seed) {
            return new Bottleneck(seed, link(), link(), QueueType.DROP_TAIL);
        }
    }

    /**
     * Another download at the same time.
     *
     * @param rival empty for one of the kind that is tried
     * @param megabytes of it, 0 for none
     * @param afterMs when the one that is tried begins
     * @param beginsMs when this one does
     */
    record Beside(Optional<Rival> rival, long megabytes, long afterMs, long beginsMs) {
        static final Beside NOBODY = new Beside(0, 0, 0);

        Beside(long megabytes, long afterMs, long beginsMs) {
            this(Optional.empty(), megabytes, afterMs, beginsMs);
        }

        static Beside of(Rival rival, long megabytes, long beginsMs) {
            return new Beside(Optional.of(rival), megabytes, 0, beginsMs);
        }

        Download begin(Bottleneck bottleneck, Candidate tried) {
            long bytes = megabytes * 1_000_000;
            return rival.map(it -> bottleneck.download(it, TcpFlow.SEGMENT, bytes))
                    .orElseGet(() -> tried.download(bottleneck, bytes));
        }
    }

    private final String what;
    private final Line line;
    private final long megabytes;
    private final Beside beside;
    private final List<Figures> figures;

    /**
     * @param figures mean and 90th percentile of C4, and where the other one isn't C4, too, of
     *     picoquic's BBR and CUBIC
     */
    PublishedTest(String what, Line line, long megabytes, Beside beside, String figures) {
        this.what = what;
        this.line = line;
        this.megabytes = megabytes;
        this.beside = beside;
        this.figures = Stream.of(figures.split(", ", -1)).map(Figures::parse).toList();
    }

    /** Returns the draft's name for it, but that C4 is "own" where it is one of the kind tried. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns what is downloaded, in words. */
    public String what() {
        return what;
    }

    Line line() {
        return line;
    }

    long bytes() {
        return megabytes * 1_000_000;
    }

    Beside beside() {
        return beside;
    }

    /** Returns what C4, picoquic's BBR and its CUBIC take; C4 alone where the other one is C4. */
    public List<Figures> figures() {
        return figures;
    }
}
