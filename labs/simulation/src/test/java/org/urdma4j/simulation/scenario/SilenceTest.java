package org.urdma4j.simulation.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.simulation.scenario.Scenario.LINK;
import static org.urdma4j.simulation.scenario.Scenario.ROUND_TRIP_NS;
import static org.urdma4j.simulation.scenario.Scenario.TIMEOUT_NS;
import static org.urdma4j.simulation.scenario.Scenario.count;
import static org.urdma4j.simulation.scenario.Scenario.packet;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.codec.ib.Psn;
import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.simulation.loss.Occurrence;
import org.urdma4j.simulation.roce.Packets;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.WcStatus;

/** A path that carries nothing, for a while or for good. */
class SilenceTest {
    private static final long FOR_GOOD_NS = 3_600_000_000_000L;

    private static LinkConfig dark(long startNs, long lengthNs) {
        return LINK.toBuilder().blackout(startNs, lengthNs).build();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 7})
    void shouldGiveUpAfterSoManyRetries(int retries) {
        Scenario scenario =
                new Scenario(
                        Psn.add(0, -2),
                        dark(0, FOR_GOOD_NS),
                        LINK,
                        EngineConfig.DEFAULT,
                        new QpAttr().retryCnt(retries));

        scenario.post(Kind.WRITE, 3).post(Kind.READ, 1).post(Kind.FETCH_ADD, 1).run();

        assertThat(scenario.statusesAtA())
                .containsExactly(
                        WcStatus.RETRY_EXC_ERR, WcStatus.WR_FLUSH_ERR, WcStatus.WR_FLUSH_ERR);
        assertThat(scenario.a.qp.state()).isEqualTo(QpState.ERR);
        assertThat(scenario.finishedNs()).isEqualTo((retries + 1) * TIMEOUT_NS);
        assertThat(count(scenario.a, Counter.RETRANSMITTED_PKTS)).isEqualTo(retries * 5L);
        assertThat(count(scenario.a, Counter.RETRY_EXCEEDED_ERR)).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void shouldOutlastASilenceOfSevenTimeouts(Kind kind) {
        long silenceNs = 7 * TIMEOUT_NS - ROUND_TRIP_NS;
        Scenario scenario =
                new Scenario(
                        Psn.add(0, -2),
                        LINK,
                        dark(0, silenceNs),
                        EngineConfig.DEFAULT,
                        new QpAttr());

        scenario.post(kind, kind.isAtomic() ? 1 : 3).post(Kind.WRITE, 1).run();

        scenario.assertAllDone();
        assertThat(scenario.finishedNs()).isGreaterThan(silenceNs);
        assertThat(count(scenario.a, Counter.LOCAL_ACK_TIMEOUT_ERR)).isEqualTo(7);
    }

    /** Retries are counted from the last progress on, not over the connection's life. */
    @Test
    void shouldHaveAllRetriesAgainAfterProgress() {
        Scenario scenario = new Scenario(Psn.add(0, -2), new QpAttr().retryCnt(2));
        for (int i = 0; i < 4; i++) {
            scenario.there.drop(
                    "twice " + i, Occurrence.upTo(2), packet(Packets.psn(scenario.psn(i))));
            scenario.post(Kind.FETCH_ADD, 1);
            scenario.network.time().runUntil((i + 1) * 3L * TIMEOUT_NS);
        }

        scenario.run();

        scenario.assertAllDone();
        assertThat(count(scenario.a, Counter.LOCAL_ACK_TIMEOUT_ERR)).isEqualTo(8);
    }

    /** Code 0 waits for ever; only a later packet shows what is missing. */
    @Test
    void shouldNotTimeOutWithCodeZero() {
        Scenario scenario = new Scenario(Psn.add(0, -1), new QpAttr().timeout(0));
        scenario.there.drop("0", Occurrence.first(), packet(Packets.psn(scenario.psn(0))));
        scenario.post(Kind.WRITE, 1);
        scenario.network.time().runUntil(FOR_GOOD_NS);
        assertThat(scenario.doneAtA).isEmpty();

        scenario.post(Kind.WRITE, 1).run();

        scenario.assertAllDone();
        assertThat(count(scenario.a, Counter.LOCAL_ACK_TIMEOUT_ERR)).isZero();
    }
}
