package org.urdma4j.lab.coexist;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.lab.PathResult;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

class CoexistenceTest {
    private static final List<CoexistCell> CELLS =
            List.of(
                    new CoexistCell("cubic", 1, 100_000_000, 20_000_000, 1, true),
                    new CoexistCell("bbr", 1, 100_000_000, 20_000_000, 1, true));
    private static final CoexistPlan PLAN = new CoexistPlan(CELLS, "rrcc", 20, 5);

    private static CoexistResult result(CoexistCell cell, String reason) {
        return new CoexistResult(
                cell, Optional.empty(), CoexistFigures.NONE, new PathResult(1, reason), "");
    }

    @Test
    void shouldRunWhatIsVoidOnceMoreAndGoOnAfterAFailure() throws Exception {
        List<CoexistCell> ran = new ArrayList<>();
        List<Integer> shown = new ArrayList<>();

        List<CoexistResult> results =
                Coexistence.run(
                        PLAN,
                        cell -> {
                            ran.add(cell);
                            if (cell.rival().equals("bbr")) {
                                throw new IOException("tcp-bbr client: no such control");
                            }
                            return result(cell, ran.size() == 1 ? "late" : "");
                        },
                        soFar -> shown.add(soFar.size()));

        assertThat(ran).containsExactly(CELLS.get(0), CELLS.get(0), CELLS.get(1));
        assertThat(shown).containsExactly(1, 2);
        assertThat(results.get(0).counts()).isTrue();
        assertThat(results.get(1).failure()).isEqualTo("tcp-bbr client: no such control");
    }

    @Test
    void shouldEndWhenTheUserHasEndedTheLab() throws Exception {
        Coexistence.Bench ended =
                new Coexistence.Bench() {
                    @Override
                    public CoexistResult run(CoexistCell cell) throws IOException {
                        throw new IOException("torn down");
                    }

                    @Override
                    public boolean over() {
                        return true;
                    }
                };

        assertThat(Coexistence.run(PLAN, ended, _ -> {})).isEmpty();
    }
}
