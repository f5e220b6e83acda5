package org.urdma4j.measure.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.simulation.link.LinkConfigBuilder;
import org.urdma4j.simulation.link.Step;

import java.util.List;

class WirelessLinkTest {
    private static final long MS = 1_000_000;
    private static final long RATE = 100_000_000;
    private static final long SPAN = 60_000 * MS;

    private final WirelessLink wireless = new WirelessLink(RATE, 0.125, SPAN);

    private LinkConfig link() {
        LinkConfigBuilder link = LinkConfig.builder();
        wireless.apply(link, 10 * MS);
        return link.build();
    }

    /** Of a share of which each power is as likely the mean is (1 - least) / ln(1 / least). */
    @Test
    void shouldChangeItsRateTenTimesASecond() {
        List<Step> steps = link().rateSteps();
        assertThat(steps).hasSize(600);
        assertThat(steps).allMatch(step -> step.value() >= RATE / 8 && step.value() <= RATE);
        assertThat(wireless.meanBps(0, SPAN)).isBetween(0.38 * RATE, 0.46 * RATE);
    }

    @Test
    void shouldWeighARateByItsTime() {
        List<Step> steps = link().rateSteps();
        double first = link().rateBps();
        double second = steps.getFirst().value();
        assertThat(wireless.meanBps(0, 50 * MS)).isEqualTo(first, within(1.0));
        assertThat(wireless.meanBps(50 * MS, 200 * MS))
                .isEqualTo(first / 3 + second * 2 / 3, within(1.0));
    }

    /** What is sent in 4 ms arrives within a half of one. */
    @Test
    void shouldSendInAggregates() {
        List<Step> steps = link().delaySteps();
        assertThat(link().delayNs()).isEqualTo(14 * MS);
        for (int i = 0; i < 7; i++) {
            assertThat(steps.get(i).atNs() + steps.get(i).value()).isEqualTo(14 * MS);
        }
        assertThat(steps.get(7)).isEqualTo(new Step(4 * MS, 14 * MS));
        assertThat(steps.getLast().atNs()).isGreaterThan(SPAN);
    }
}
