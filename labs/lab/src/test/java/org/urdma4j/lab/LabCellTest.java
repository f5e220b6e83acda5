package org.urdma4j.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.measure.rail.RailPlan;
import org.urdma4j.simulation.loss.Bernoulli;
import org.urdma4j.simulation.loss.Bursts;
import org.urdma4j.simulation.loss.LossSpec;

import java.util.List;

class LabCellTest {
    private static final long MS = 1_000_000;

    @Test
    void shouldTakeRateAndMtuFromElsewhereUnlessTheyAreGiven() {
        assertThat(LabCell.parse("20ms/0.1%", 1_000_000_000L, 0))
                .isEqualTo(
                        new LabCell(20 * MS, new Bernoulli(0.001), 1_000_000_000L, 1500, 20 * MS));
        assertThat(LabCell.parse("80ms/1%/5G", 1_000_000_000L, 0))
                .isEqualTo(
                        new LabCell(80 * MS, new Bernoulli(0.01), 5_000_000_000L, 9000, 20 * MS));
        assertThat(LabCell.parse("80ms/0", 5_000_000_000L, 1500))
                .isEqualTo(new LabCell(80 * MS, LossSpec.NONE, 5_000_000_000L, 1500, 20 * MS));
        assertThat(LabCell.parse("500us/0.02/500M/9000", 1, 1500))
                .isEqualTo(new LabCell(MS / 2, new Bernoulli(0.02), 500_000_000L, 9000, 20 * MS));
    }

    @Test
    void shouldReadModelsOfLoss() {
        LabCell cell = LabCell.parse("20ms/burst:2s,20ms,0.8/1G", 1, 0);

        assertThat(cell.loss()).isEqualTo(new Bursts(2_000 * MS, 20 * MS, 0.8));
        assertThat(LabCell.parse("20ms/ge:0.001,0.02,0.8", 1_000_000, 0).boundBps())
                .isCloseTo(946_684 * (1 - 0.8 / 21), within(1.0));
    }

    /** Worked by hand: 1456 of 1538 bytes, and 8956 of 9038, times what isn't lost. */
    @ParameterizedTest
    @CsvSource({
        "20ms/0/1G/1500, 946.684",
        "20ms/0.1%/1G/1500, 945.737",
        "80ms/1%/1G/1500, 937.217",
        "20ms/0/5G/9000, 4954.636",
        "80ms/1%/5G/9000, 4905.090",
        "20ms/0/500M/1500, 473.342"
    })
    void shouldBoundTheGoodput(String cell, double megabits) {
        assertThat(LabCell.parse(cell, 1, 0).boundBps() / 1e6).isCloseTo(megabits, within(0.001));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "20ms",
                "20ms/1%/1G/1500/7",
                "x/0",
                "20/0",
                "20ms/2",
                "20ms/100%",
                "20ms/burst:2s",
                "20ms/ge:1,1,1,1",
                "20ms/0/0",
                "20ms/0/1G/big",
                "20ms/0/1G/100",
                "20ms/0/1G/65535",
                "20s/0",
                ""
            })
    void shouldRefuseWhatIsNoCell(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LabCell.parse(text, 1_000_000_000L, 0));
    }

    @Test
    void shouldSumTheBoundsOfRails() {
        RailPlan plan = RailPlan.parse("500M/20ms/0+1G/80ms/1%", List.of(), List.of());
        LabCell cell = LabCell.of(plan, 0);

        assertThat(cell.rail(0)).isEqualTo(LabCell.parse("20ms/0/500M/1500", 1, 0));
        assertThat(cell.rail(1)).isEqualTo(LabCell.parse("80ms/1%/1G/1500", 1, 0));
        assertThat(cell.boundBps()).isEqualTo(cell.rail(0).boundBps() + cell.rail(1).boundBps());
        assertThat(cell.rttNs()).isEqualTo(80 * MS);
        assertThat(cell.mtu()).isEqualTo(1500);
    }
}
