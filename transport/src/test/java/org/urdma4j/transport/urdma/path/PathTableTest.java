package org.urdma4j.transport.urdma.path;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.transport.qp.PathFinder;
import org.urdma4j.verbs.Gid;

/** What a table of paths does when it wakes. */
class PathTableTest {
    private final PathTable table = new PathTable(PathFinder.NONE, 1, 0);

    private Path only() {
        table.begin(new Rail(Gid.ZERO, Gid.ZERO, null), null, 0);
        return table.paths.getFirst();
    }

    /** Or reports would avoid a rail that works, for as long as nothing is lost on it. */
    @Test
    void shouldAskAgainWhereAChallengeWasLostBeforeItFellAsleep() {
        Path path = only();
        path.challenge.sent(1, 32, 0, Path.NEVER);
        table.asleep = true;

        table.onTraffic(7);

        assertThat(path.challenge.dueNs()).isEqualTo(7);
    }

    @Test
    void shouldAskNothingOfAPathThatWorks() {
        Path path = only();
        path.challenge.sent(1, 32, 0, Path.NEVER);
        path.challenge.answer(1, 3);
        table.asleep = true;

        table.onTraffic(7);

        assertThat(path.challenge.dueNs()).isEqualTo(Path.NEVER);
    }
}
