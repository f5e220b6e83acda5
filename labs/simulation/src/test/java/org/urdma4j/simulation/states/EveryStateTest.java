package org.urdma4j.simulation.states;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Several paths and grants in every state of a queue pair, whatever happens to the paths: what one
 * path comes to is what all come to, and soon.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EveryStateTest {
    private final Map<List<Object>, Outcome> references = new HashMap<>();

    static Stream<Arguments> cells() {
        return Arrays.stream(Situation.values())
                .flatMap(situation ->
                        Arrays.stream(Kind.values()).map(kind -> Arguments.of(situation, kind)));
    }

    @ParameterizedTest
    @MethodSource("cells")
    void shouldComeToWhatOnePathComesTo(Situation situation, Kind kind) {
        List<String> wrong = new ArrayList<>();
        for (Event event : Event.values()) {
            if (!event.concerns(kind) || !situation.concerns(kind, event)) {
                continue;
            }
            for (long moment : situation.moments(kind, event)) {
                Outcome expected = reference(situation, Kind.ONE_PATH, event, moment);
                Outcome alike = reference(situation, kind, event, moment);
                Outcome outcome = situation.play(new Stage(kind, moment), event, moment);
                long latestNs = alike.ns() + event.laterNs(situation, kind);
                String cell = "%s at %d ms: ".formatted(event, moment / Stage.MS);
                if (!outcome.completesLike(expected)) {
                    wrong.add(cell + outcome + " instead of " + expected);
                } else if (outcome.ns() > latestNs) {
                    double later = (double) (outcome.ns() - alike.ns()) / Stage.ROUND_TRIP_NS;
                    wrong.add(cell + "%.2f round trips later".formatted(later));
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    private Outcome reference(Situation situation, Kind kind, Event event, long moment) {
        Event like = event.concernsAll() ? event : Event.NOTHING;
        return references.computeIfAbsent(
                List.of(situation, kind, like, moment),
                _ -> situation.play(new Stage(kind, moment), like, moment));
    }
}
