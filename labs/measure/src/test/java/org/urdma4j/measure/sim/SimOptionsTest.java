package org.urdma4j.measure.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.urdma4j.measure.spec.Operation;
import org.urdma4j.simulation.link.RedMarking;
import org.urdma4j.simulation.loss.Bernoulli;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.verbs.CongestionControlType;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpAttrMask;

import java.util.List;
import java.util.function.UnaryOperator;

class SimOptionsTest {
    private static final BulkLoad READS =
            new BulkLoad(Operation.READ, 1 << 20, 0, EngineConfig.DEFAULT);

    /** Bounds of the reference, Gbit/s: 100 Gbit/s with 4096 bytes, 1 Gbit/s with 1024. */
    @Test
    void shouldBoundGoodputAsSelectiveRepeatDoes() {
        SimOptions fast = SimOptions.builder().loss(new Bernoulli(0.01)).build();
        SimOptions slow = SimOptions.builder().rateBps(1_000_000_000).payloadBytes(1024).build();

        assertThat(fast.boundBps()).isCloseTo(97.06e9, within(0.01e9));
        assertThat(slow.boundBps()).isCloseTo(0.9259e9, within(0.0001e9));
    }

    @Test
    void shouldQueueOneBandwidthDelayProduct() {
        assertThat(SimOptions.builder().build().queueBytes()).isEqualTo(250_000_000);
        assertThat(SimOptions.builder().queueBytes(0).build().queueBytes()).isZero();
    }

    static List<UnaryOperator<SimOptionsBuilder>> wrong() {
        return List.of(
                builder -> builder.rateBps(0),
                builder -> builder.rateBps(5_000_000_000_000L),
                builder -> builder.rttNs(0),
                builder -> builder.flows(0),
                builder -> builder.flows(65),
                builder -> builder.fec("20"),
                builder -> builder.fec("20,4"),
                builder -> builder.cc(CongestionControlType.RRCC),
                builder -> builder.cc(CongestionControlType.DCQCN).marking(RedMarking.NONE),
                builder -> builder.cc(CongestionControlType.TIMELY).bulk(READS),
                builder -> builder.referenceFloorHard(true),
                builder -> builder.initialWindow(1),
                builder -> builder.messages(5),
                builder -> builder.messageBytes((1L << 31) + 1),
                builder -> builder.timeNs(0),
                builder -> builder.flows(3).staggerNs(2_500_000_000L),
                builder -> builder.referenceRateBps(5));
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void shouldRefuseWhatCannotRun(UnaryOperator<SimOptionsBuilder> change) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> change.apply(SimOptions.builder()).build());
    }

    @Test
    void shouldMarkAsTheCongestionControlExpects() {
        SimOptionsBuilder options = SimOptions.builder().cc(CongestionControlType.DCQCN);

        assertThat(options.build().marking()).isEqualTo(new RedMarking(400_000, 1_600_000, 0.2));
        assertThat(options.marking(RedMarking.above(5)).build().marking())
                .isEqualTo(RedMarking.above(5));
        assertThat(SimOptions.builder().build().marking()).isEqualTo(RedMarking.NONE);
    }

    /** Of the line, which is the path's unless told otherwise; for both profiles. */
    @ParameterizedTest
    @CsvSource({"STANDARD, 0, 100", "URDMA, 0, 100", "STANDARD, 40, 40", "URDMA, 40, 40"})
    void shouldTellTheRateOfTheLine(Profile profile, long givenGbps, long toldGbps) {
        SimOptions options =
                SimOptions.builder()
                        .profile(profile)
                        .cc(CongestionControlType.DCQCN)
                        .referenceRateBps(givenGbps * 1_000_000_000L)
                        .build();
        QpAttr attr = new QpAttr();
        profile.configure(attr, options, 0);

        assertThat(attr.urdmaTuning().congestionControl()).isEqualTo(CongestionControlType.DCQCN);
        assertThat(attr.urdmaTuning().referenceRate()).isEqualTo(toldGbps * 1_000_000_000L);
        assertThat(attr.mask() & QpAttrMask.RATE_LIMIT).isZero();
    }

    /** 4.096 us x 2^14 is 67 ms, x 2^15 134 ms. */
    @Test
    void shouldWaitFourRoundTripsForAnAcknowledgement() {
        SimOptions options =
                SimOptions.builder().profile(Profile.STANDARD).rttNs(20_000_000).build();
        QpAttr attr = new QpAttr();
        options.profile().configure(attr, options, 0);
        assertThat(attr.timeout()).isEqualTo(15);
    }

    @Test
    void shouldHaveNoPayloadThatTheProfileHasNot() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SimOptions.builder().payloadBytes(1432).build());
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        SimOptions.builder().profile(Profile.URDMA).payloadBytes(1431).build());
    }
}
