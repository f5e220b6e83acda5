package org.urdma4j.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.gateway.GatewayBench.RTT_NS;
import static org.urdma4j.gateway.GatewayBench.answersMark;
import static org.urdma4j.gateway.GatewayBench.answersStatus;
import static org.urdma4j.gateway.GatewayBench.psns;
import static org.urdma4j.gateway.TestPacket.A;
import static org.urdma4j.gateway.TestPacket.B;
import static org.urdma4j.gateway.TestPacket.firstResponse;
import static org.urdma4j.gateway.TestPacket.middle;
import static org.urdma4j.gateway.TestPacket.onlyResponse;
import static org.urdma4j.gateway.TestPacket.read;
import static org.urdma4j.gateway.TestPacket.response;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** READs before anybody knows the path MTU: the table of apps/gateway/protocol.md. */
class FirstReadTest {
    /** READs that are remembered of a flow. */
    private static final int MOST = 16;

    private final GatewayBench bench = new GatewayBench();

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void firstAnswerShouldTellHowManyNumbersAReadTakes() {
        bench.fromInside(read(2, 1000), read(6, 1000));
        assertThat(bench.marks()).isEmpty();

        bench.fromOutside(firstResponse(2));

        assertThat(bench.marks()).containsExactly("2..10");
        assertThat(psns(bench.inside)).containsExactly(2);
    }

    @Test
    void answersBehindAHoleShouldBeHeldFromThenOn() {
        bench.fromInside(read(2, 1000)).fromOutside(firstResponse(2), answersMark(1, 2, 3));

        bench.fromOutside(response(4)).forgetOutput();

        assertThat(bench.inside).isEmpty();
        bench.fromOutside(response(3));
        assertThat(psns(bench.inside)).containsExactly(3, 4);
    }

    @Test
    void responderShouldKeepCopiesFromTheFirstAnswerOn() {
        bench.fromOutside(read(2, 1000)).fromInside(firstResponse(2), response(3), response(4));
        assertThat(bench.marks()).containsExactly("2..3");

        bench.after(RTT_NS).fromOutside(answersStatus(2, 5, 2, 2)).forgetOutput();
        bench.after(2 * RTT_NS).fromOutside(answersStatus(2, 5, 2, 2));

        assertThat(psns(bench.outside)).containsExactly(2, 3);
    }

    @Test
    void onlyAnswerShouldTellThatThePathMtuIsNoLess() {
        bench.fromInside(read(2, 900)).fromOutside(onlyResponse(2, 900)).forgetOutput();

        bench.fromInside(read(3, 900), middle(4));

        assertThat(bench.gateway.counters().nacks).isZero();
        bench.after(RTT_NS);
        assertThat(bench.marks()).containsOnly("3..5");
    }

    @Test
    void longerReadThanTheOnlyAnswerShouldWaitForItsOwn() {
        bench.fromInside(read(2, 900)).fromOutside(onlyResponse(2, 900)).forgetOutput();

        bench.fromInside(read(3, 2000)).after(RTT_NS);

        assertThat(bench.marks()).isEmpty();
    }

    /** Answers to other numbers, and of a length that wasn't asked for. */
    @Test
    void otherAnswersShouldTellNothing() {
        bench.fromInside(read(2, 1000));

        bench.fromOutside(firstResponse(3), response(3), onlyResponse(2, 999));
        bench.fromInside(read(2, 200 + TestPacket.MTU)).fromOutside(onlyResponse(2, 300));

        assertThat(bench.marks()).isEmpty();
        assertThat(psns(bench.inside)).hasSize(4);
    }

    /** Between the same hosts, with the same number: which is meant can't be told. */
    @Test
    void ambiguousAnswerShouldTellNothing() {
        bench.fromInside(read(2, 1000), read(2, 1000).between(A, B, 0xc));

        bench.fromOutside(firstResponse(2));

        assertThat(bench.marks()).isEmpty();
        assertThat(psns(bench.inside)).containsExactly(2);
    }

    @Test
    void severalFlowsShouldBeToldApart() {
        bench.fromInside(read(2, 1000), read(50, 1000).between(A, B, 0xc));

        bench.fromOutside(firstResponse(50).between(B, A, 0xd), firstResponse(2));

        assertThat(bench.marks()).containsExactlyInAnyOrder("50..54", "2..6");
    }

    /** Something between them was lost, or the answer was another's. */
    @Test
    void readsThatDontFitTheAnswerShouldStayPlain() {
        bench.fromInside(read(2, 1000), read(7, 1000)).fromOutside(firstResponse(2));
        assertThat(bench.marks()).isEmpty();

        bench.fromInside(read(11, 1000));

        assertThat(bench.marks()).containsExactly("11..15");
    }

    @Test
    void withoutTheFirstAnswerAllShouldPassUntilTheHostAsksAgain() {
        bench.fromInside(read(2, 1000)).fromOutside(response(3), response(4));
        assertThat(psns(bench.inside)).containsExactly(3, 4);
        assertThat(bench.marks()).isEmpty();

        bench.fromInside(read(2, 1000)).fromOutside(firstResponse(2));

        assertThat(bench.marks()).containsExactly("2..6");
    }

    @Test
    void hostThatGoesBackShouldReplaceItsReads() {
        bench.fromInside(read(2, 1000), read(6, 1000), read(2, 1000)).fromOutside(firstResponse(2));

        assertThat(bench.marks()).containsExactly("2..6");
    }

    @Test
    void ofManyReadsTheNewestShouldBeRemembered() {
        for (int i = 0; i <= MOST; i++) {
            bench.fromInside(read(4 * i, 1000));
        }

        bench.fromOutside(firstResponse(0));
        assertThat(bench.marks()).isEmpty();

        bench.fromOutside(firstResponse(4));
        assertThat(bench.marks()).containsExactly("4.." + 4 * (MOST + 1));
    }
}
