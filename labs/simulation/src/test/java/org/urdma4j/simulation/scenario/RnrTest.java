package org.urdma4j.simulation.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.urdma4j.simulation.scenario.Scenario.ROUND_TRIP_NS;
import static org.urdma4j.simulation.scenario.Scenario.count;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.ib.Psn;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.WcStatus;

import java.util.List;

/** Messages that come before their receive (IBTA 1.4 §9.7.5.2.8). */
class RnrTest {
    private static final long MILLISECOND = 1_000_000;

    /** The wait of each code as the specification's table has it, in milliseconds. */
    @ParameterizedTest
    @CsvSource({
        "0, 655.36",
        "1, 0.01",
        "2, 0.02",
        "3, 0.03",
        "4, 0.04",
        "5, 0.06",
        "6, 0.08",
        "7, 0.12",
        "8, 0.16",
        "9, 0.24",
        "10, 0.32",
        "11, 0.48",
        "12, 0.64",
        "13, 0.96",
        "14, 1.28",
        "15, 1.92",
        "16, 2.56",
        "17, 3.84",
        "18, 5.12",
        "19, 7.68",
        "20, 10.24",
        "21, 15.36",
        "22, 20.48",
        "23, 30.72",
        "24, 40.96",
        "25, 61.44",
        "26, 81.92",
        "27, 122.88",
        "28, 163.84",
        "29, 245.76",
        "30, 327.68",
        "31, 491.52"
    })
    void shouldWaitAsLongAsTheCodeSays(int code, double milliseconds) {
        Scenario scenario = new Scenario(Psn.add(0, -1), new QpAttr().minRnrTimer(code));
        scenario.network.time().schedule(ROUND_TRIP_NS, scenario::postReceives);

        scenario.postUnexpected(Kind.SEND, 1).run();

        scenario.assertAllDone();
        List<Seen> requests =
                scenario.log.packets().stream().filter(seen -> seen.has(Opcode.REQUEST)).toList();
        assertThat(requests).hasSize(2);
        Seen nak = scenario.log.packets().get(1);
        double waitNs = requests.get(1).atNs() - nak.atNs() - ROUND_TRIP_NS / 2.0;
        // the NAK takes 86 bytes of a gigabit
        assertThat(waitNs).isCloseTo(milliseconds * MILLISECOND, within(1000.0));
        assertThat(count(scenario.a, Counter.RCVD_RNR_ERR)).isEqualTo(1);
        assertThat(count(scenario.a, Counter.LOCAL_ACK_TIMEOUT_ERR)).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 6})
    void shouldGiveUpAfterSoManyRetries(int retries) {
        Scenario scenario = new Scenario(Psn.add(0, -2), new QpAttr().rnrRetry(retries));

        scenario.postUnexpected(Kind.SEND, 3).post(Kind.WRITE, 1).run();

        assertThat(scenario.statusesAtA())
                .containsExactly(WcStatus.RNR_RETRY_EXC_ERR, WcStatus.WR_FLUSH_ERR);
        assertThat(scenario.a.qp.state()).isEqualTo(QpState.ERR);
        assertThat(count(scenario.a, Counter.RCVD_RNR_ERR)).isEqualTo(retries + 1);
        assertThat(count(scenario.a, Counter.RETRY_RNR_EXCEEDED_ERR)).isEqualTo(1);
    }

    @Test
    void shouldTryWithoutLimitWithSeven() {
        Scenario scenario = new Scenario(Psn.add(0, -2), new QpAttr().rnrRetry(7));
        scenario.network.time().schedule(1000 * MILLISECOND, scenario::postReceives);

        scenario.postUnexpected(Kind.SEND, 3).run();

        scenario.assertAllDone();
        // 2 ms and 0.64 ms for each
        assertThat(count(scenario.a, Counter.RCVD_RNR_ERR)).isBetween(370L, 380L);
    }

    /** What needs no receive passes while there is none, and waits behind what does. */
    @ParameterizedTest
    @EnumSource
    void shouldHoldBackOnlyWhatNeedsAReceive(Kind kind) {
        Scenario scenario = new Scenario(Psn.add(0, -3));
        long postedNs = 20 * MILLISECOND;
        scenario.network.time().schedule(postedNs, scenario::postReceives);

        scenario.postUnexpected(kind, kind.isAtomic() ? 1 : 4).post(Kind.WRITE, 1).run();

        scenario.assertAllDone();
        if (kind.consumesReceive()) {
            assertThat(scenario.finishedNs()).isBetween(postedNs, postedNs + 3 * ROUND_TRIP_NS);
        } else {
            assertThat(scenario.finishedNs()).isLessThan(ROUND_TRIP_NS + MILLISECOND);
        }
        assertThat(count(scenario.a, Counter.RCVD_RNR_ERR) > 0).isEqualTo(kind.consumesReceive());
    }
}
