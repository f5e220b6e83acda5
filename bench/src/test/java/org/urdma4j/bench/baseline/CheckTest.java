package org.urdma4j.bench.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Made-up benchmarks, each of which takes what its side says. */
class CheckTest {
    private static final String PACKAGE = "org.urdma4j.";
    private static final int ROUNDS = 3;
    private static final PrintStream NOWHERE =
            new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);

    private final List<String> ran = new ArrayList<>();

    /** A side on which a benchmark of a method takes what is given for how often it ran. */
    private Turns.Side side(String name, Function<Integer, Double> of) {
        Map<String, Integer> times = new HashMap<>();
        return method -> {
            ran.add(name + method.substring(PACKAGE.length()));
            Scores scores = new Scores();
            String benchmark = method.substring(PACKAGE.length()) + " payload=256";
            scores.add(benchmark, of.apply(times.merge(method, 1, Integer::sum)));
            return scores;
        };
    }

    private static List<Comparison> check(Scores stored, List<Turns.Side> sides, String... methods)
            throws Exception {
        Turns turns = new Turns(sides, ROUNDS, NOWHERE);
        return new Check(turns, stored, 0.1)
                .run(List.of(methods).stream().map(PACKAGE::concat).toList());
    }

    private static Scores stored(double... values) {
        Scores scores = new Scores();
        for (double value : values) {
            scores.add("a payload=256", value);
        }
        return scores;
    }

    @Test
    void shouldMeasureOnceWhatStaysTheSame() throws Exception {
        List<Comparison> rows = check(stored(1, 1.01, 1.02), List.of(side("", _ -> 1.05)), "a");

        assertThat(rows).extracting(Comparison::verdict).containsExactly(Verdict.SAME);
        assertThat(ran).hasSize(ROUNDS);
    }

    @Test
    void shouldConfirmWhatGotSlower() throws Exception {
        List<Comparison> rows = check(stored(1, 1.01, 1.02), List.of(side("", _ -> 1.3)), "a");

        assertThat(rows).extracting(Comparison::verdict).containsExactly(Verdict.SLOWER);
        assertThat(rows.getFirst().now()).hasSize(2 * ROUNDS);
        assertThat(rows.getFirst().ratio()).isCloseTo(1.287, within(0.001));
    }

    /** Something else ran on the machine during the first three rounds. */
    @Test
    void shouldTakeBackWhatDoesNotHappenAgain() throws Exception {
        List<Comparison> rows =
                check(
                        stored(1, 1.01, 1.02),
                        List.of(side("", time -> time <= ROUNDS ? 1.3 : 1.0)),
                        "a");

        assertThat(rows).extracting(Comparison::verdict).containsExactly(Verdict.UNSURE);
    }

    @Test
    void shouldLookAgainOnlyAtSuspects() throws Exception {
        Scores stored = stored(1, 1, 1);
        for (int i = 0; i < ROUNDS; i++) {
            stored.add("b payload=256", 2.0);
            stored.add("gone", 1.0);
        }

        List<Comparison> rows = check(stored, List.of(side("", _ -> 1.3)), "a", "b", "c");

        assertThat(rows)
                .extracting(Comparison::benchmark, Comparison::verdict)
                .containsExactly(
                        tuple("a payload=256", Verdict.SLOWER),
                        tuple("b payload=256", Verdict.FASTER),
                        tuple("c payload=256", Verdict.NEW),
                        tuple("gone", Verdict.MISSING));
        assertThat(ran).containsExactly("a", "b", "c", "a", "b", "c", "a", "b", "c", "a", "a", "a");
    }

    @Test
    void shouldRunTwoSidesInTurns() throws Exception {
        List<Comparison> rows =
                check(
                        new Scores(),
                        List.of(side("old ", _ -> 100.0), side("new ", _ -> 50.0)),
                        "a",
                        "b");

        assertThat(rows)
                .extracting(Comparison::verdict)
                .containsExactly(Verdict.FASTER, Verdict.FASTER);
        assertThat(ran.subList(0, 5)).containsExactly("old a", "new a", "old b", "new b", "old a");
    }

    @Test
    void shouldMeasureBothSidesOfASuspectAgain() throws Exception {
        List<Comparison> rows =
                check(
                        new Scores(),
                        List.of(side("old ", _ -> 100.0), side("new ", _ -> 150.0)),
                        "a");

        assertThat(rows.getFirst().before()).hasSize(2 * ROUNDS);
        assertThat(rows.getFirst().verdict()).isEqualTo(Verdict.SLOWER);
    }
}
