package org.urdma4j.simulation.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.urdma4j.simulation.loss.Bernoulli;
import org.urdma4j.simulation.loss.LossSpec;

import java.util.List;
import java.util.function.UnaryOperator;

class LinkConfigTest {
    @Test
    void shouldStartFromAPerfectWire() {
        LinkConfig config = LinkConfig.builder().build();

        assertThat(config.rateBps()).isEqualTo(LinkConfig.UNLIMITED);
        assertThat(config.delayNs()).isZero();
        assertThat(config.jitterNs()).isZero();
        assertThat(config.keepOrder()).isTrue();
        assertThat(config.loss()).isEqualTo(LossSpec.NONE);
        assertThat(config.marking()).isEqualTo(RedMarking.NONE);
        assertThat(config.reorderProbability()).isZero();
        assertThat(config.duplicateProbability()).isZero();
        assertThat(config.corruptProbability()).isZero();
        assertThat(config.rateSteps()).isEmpty();
        assertThat(config.delaySteps()).isEmpty();
        assertThat(config.blackouts()).isEmpty();
    }

    @Test
    void shouldCarryEveryPropertyIntoACopy() {
        LinkConfig config =
                LinkConfig.builder()
                        .rate(1_000_000_000)
                        .framing(Framing.ETHERNET)
                        .delay(1)
                        .reorderingJitter(2)
                        .queue(3)
                        .marking(RedMarking.above(4))
                        .loss(new Bernoulli(0.1))
                        .reorder(0.2, 5)
                        .duplicate(0.3)
                        .corrupt(0.4)
                        .rateStep(6, 7)
                        .delayStep(8, 9)
                        .blackout(10, 11)
                        .build();

        assertThat(config)
                .isEqualTo(
                        new LinkConfig(
                                1_000_000_000,
                                24,
                                1,
                                2,
                                false,
                                3,
                                RedMarking.above(4),
                                new Bernoulli(0.1),
                                0.2,
                                5,
                                0.3,
                                0.4,
                                List.of(new Step(6, 7)),
                                List.of(new Step(8, 9)),
                                List.of(new Blackout(10, 11))));
        assertThat(config.toBuilder().build()).isEqualTo(config);
        assertThat(config.toBuilder().delay(12).build()).isNotEqualTo(config);
    }

    @Test
    void shouldCountTheFramingOfEthernet() {
        // preamble 8, Ethernet 14, IPv4 20, UDP 8, ICRC 4, FCS 4, gap 12
        assertThat(Framing.ROCE_V2_IPV4).isEqualTo(70);
        assertThat(Framing.ROCE_V2_IPV6).isEqualTo(90);
        assertThat(Framing.ROCE_V1).isEqualTo(82);
        assertThat(Framing.UDP_IPV4).isEqualTo(66);
        // a full frame of 1500 bytes takes 1538 on the wire
        assertThat(Framing.IP + 1500).isEqualTo(1538);
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void shouldRefuseWhatIsOutOfRange(UnaryOperator<LinkConfigBuilder> setting) {
        LinkConfigBuilder builder = LinkConfig.builder();

        assertThatThrownBy(() -> setting.apply(builder).build())
                .isInstanceOf(IllegalArgumentException.class);
    }

    static List<UnaryOperator<LinkConfigBuilder>> wrong() {
        return List.of(
                builder -> builder.rate(-1),
                builder -> builder.rate(Long.MAX_VALUE),
                builder -> builder.framing(-1),
                builder -> builder.delay(-1),
                builder -> builder.delay(Long.MAX_VALUE),
                builder -> builder.jitter(-1),
                builder -> builder.queue(-1),
                builder -> builder.marking(RedMarking.above(-1)),
                builder -> builder.reorder(0.1, 0),
                builder -> builder.reorder(1.1, 5),
                builder -> builder.duplicate(-0.1),
                builder -> builder.corrupt(Double.NaN),
                builder -> builder.rateStep(5, 1).rateStep(5, 2),
                builder -> builder.rateStep(-1, 1),
                builder -> builder.delayStep(5, -1),
                builder -> builder.delayStep(5, 1).delayStep(4, 2),
                builder -> builder.blackout(0, 0),
                builder -> builder.blackout(-1, 5),
                builder -> builder.blackout(0, 10).blackout(9, 5));
    }
}
