package org.urdma4j.lab;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.lab.peer.Peer;
import org.urdma4j.lab.peer.PeerPlan;
import org.urdma4j.lab.peer.PeerResult;
import org.urdma4j.lab.peer.PeerTurn;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

class TurnRunsTest {
    private static final PeerPlan PLAN =
            new PeerPlan(List.of(Peer.WRITE, Peer.BBR), List.of(1500), 2, 5, 0);

    private final List<PeerTurn> told = new ArrayList<>();

    /** Fails in the first turn, and is over after some. */
    private static final class Bench implements TurnRuns.Bench<PeerTurn, PeerResult> {
        private final int turns;
        private int ran;

        Bench(int turns) {
            this.turns = turns;
        }

        @Override
        public PeerResult run(PeerTurn turn) throws IOException {
            if (ran++ == 0) {
                throw new IOException("not yet");
            }
            return new PeerResult(turn, ran, Double.NaN, "");
        }

        @Override
        public PeerResult failed(PeerTurn turn, String why) {
            return PeerResult.failed(turn, why);
        }

        @Override
        public boolean over() {
            return ran > turns;
        }
    }

    @Test
    void shouldGoOnAfterAFailure() throws Exception {
        List<PeerResult> results = TurnRuns.run(PLAN.turns(), new Bench(4), told::add);

        assertThat(told).isEqualTo(PLAN.turns());
        assertThat(results).extracting(PeerResult::failure).containsExactly("not yet", "", "", "");
        assertThat(results).extracting(PeerResult::turn).isEqualTo(PLAN.turns());
    }

    @Test
    void shouldKeepWhatThereIsAtCtrlC() throws Exception {
        List<PeerResult> results = TurnRuns.run(PLAN.turns(), new Bench(2), told::add);

        assertThat(told).hasSize(3);
        assertThat(results).hasSize(2);
    }
}
