package org.urdma4j.tools.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/** With a clock that only waiting moves. */
class PeriodicTest {
    private final List<String> done = new ArrayList<>();
    private long nowNs = 5_000;
    private long endsNs = Long.MAX_VALUE;

    private Periodic periodic() {
        return new Periodic(() -> nowNs, this::await);
    }

    private boolean await(long ns) {
        if (ns > 0) {
            nowNs = Math.min(endsNs, ns == Periodic.NEVER ? endsNs : nowNs + ns);
        }
        return nowNs >= endsNs;
    }

    private Periodic.Task say(String word, long tookNs) {
        return seconds -> {
            done.add(word + Math.round(seconds * 1e9));
            nowNs += tookNs;
        };
    }

    @Test
    void eachShouldBeDoneInItsOwnTimeUntilTheTimeIsOver() throws Exception {
        periodic().every(30, say("a", 0)).every(50, say("b", 0)).run(120);
        assertThat(done).containsExactly("a30", "b50", "a60", "a90", "b100");
        assertThat(nowNs).isEqualTo(5_120);
    }

    @Test
    void shouldEndWhenItIsTold() throws Exception {
        endsNs = 5_070;
        Periodic periodic = periodic().every(30, say("a", 0));
        periodic.run(Periodic.NEVER);
        assertThat(done).containsExactly("a30", "a60");
        assertThat(periodic.seconds()).isEqualTo(70e-9);
    }

    @Test
    void whatIsNeverDueShouldNotBeDone() throws Exception {
        endsNs = 6_000;
        periodic().every(Periodic.NEVER, say("a", 0)).run(Periodic.NEVER);
        assertThat(done).isEmpty();
    }

    /** A report that takes long isn't made up for by several at once. */
    @Test
    void whatIsLateShouldBeLeftOut() throws Exception {
        periodic().every(10, say("a", 25)).run(100);
        assertThat(done).containsExactly("a10", "a40", "a70");
    }
}
