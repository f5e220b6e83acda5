package org.urdma4j.lab.latency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.urdma4j.lab.Rounds;

import java.util.List;

class LatencyPlanTest {
    private static final Rounds TWICE = new Rounds(List.of(1500), 2, 5, 1);

    @Test
    void shouldRunTheEchoBesideEveryOtherInEachRound() {
        LatencyPlan plan =
                new LatencyPlan(List.of(Asker.ECHO, Asker.READ), List.of(0, 50), 64, TWICE);

        assertThat(plan.turns())
                .containsExactly(
                        new LatencyTurn(1, 1500, 0, Asker.ECHO),
                        new LatencyTurn(1, 1500, 0, Asker.READ),
                        new LatencyTurn(1, 1500, 50, Asker.ECHO),
                        new LatencyTurn(1, 1500, 50, Asker.READ),
                        new LatencyTurn(2, 1500, 0, Asker.ECHO),
                        new LatencyTurn(2, 1500, 0, Asker.READ),
                        new LatencyTurn(2, 1500, 50, Asker.ECHO),
                        new LatencyTurn(2, 1500, 50, Asker.READ));
        assertThat(plan.estimateS()).isEqualTo(64);
    }

    @Test
    void shouldReadLists() {
        assertThat(Asker.parse("echo, write,standard"))
                .containsExactly(Asker.ECHO, Asker.WRITE, Asker.STANDARD);
        assertThat(LatencyPlan.busyPollsUs("0, 50us,1ms")).containsExactly(0, 50, 1000);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Asker.parse("ping"))
                .withMessage("\"ping\" can't be run; there are echo, write, read, standard");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Asker.parse("echo,echo"))
                .withMessage("echo is named twice");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LatencyPlan.busyPollsUs("50"))
                .withMessageStartingWith("--busy-poll: ");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LatencyPlan.busyPollsUs("5000s"))
                .withMessageStartingWith("--busy-poll: ");
    }

    @Test
    void shouldSayWhatIsOutOfRange() {
        assertWrong(List.of(0), 7, "--size is 7, must be 8 to 1024");
        assertWrong(List.of(0), 1025, "--size is 1025, must be 8 to 1024");
        assertWrong(List.of(1_000_001), 64, "--busy-poll is 1000001, must be 0 to 1000000");
        assertWrong(List.of(50, 50), 64, "--busy-poll is a list of different times");
    }

    private static void assertWrong(List<Integer> busyPollsUs, int size, String why) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LatencyPlan(List.of(Asker.ECHO), busyPollsUs, size, TWICE))
                .withMessage(why);
    }
}
