package org.urdma4j.transport.rc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.transport.rc.Solo.MTU;
import static org.urdma4j.transport.rc.Solo.SQ_PSN;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.urdma4j.codec.ib.AethSyndrome;
import org.urdma4j.verbs.WrOpcode;

import java.util.ArrayList;
import java.util.List;

/**
 * What is sent for the first time may leave from where it lies; what is sent again, for whatever
 * reason, is a copy, so that memory which changes all the time can't fail its ICRC each time.
 */
class RetransmissionCopiedTest {
    private static final int PACKETS = 4;
    private static final String ATTACHED = "attached";
    private static final String COPIED = "copied";

    private final Solo solo = Solo.connected();

    /** Why something is sent again. */
    enum Reason {
        TIMEOUT,
        SEQUENCE_ERROR,
        RECEIVER_NOT_READY
    }

    private void happen(Reason reason) {
        switch (reason) {
            case TIMEOUT -> passTo(solo.host.shard.nextDeadlineNs());
            case SEQUENCE_ERROR ->
                    solo.deliver(HandMade.ack(SQ_PSN, AethSyndrome.NAK_PSN_SEQUENCE_ERROR, 0));
            case RECEIVER_NOT_READY -> {
                solo.deliver(HandMade.ack(SQ_PSN, 0x20 | Solo.RNR_TIMER, 0));
                passTo(solo.host.shard.nextDeadlineNs());
            }
        }
    }

    private void passTo(long ns) {
        solo.nowNs = ns;
        solo.host.shard.onTimers(ns);
    }

    /** Lets the queue pair send; returns for each packet whether its payload is in the batch. */
    private List<String> turn() {
        List<String> sent = new ArrayList<>();
        solo.host.shard.onDoorbells();
        while (solo.host.shard.pollTransmit(solo.host.batch, solo.nowNs) > 0) {
            for (int i = 0; i < solo.host.batch.count(); i++) {
                sent.add(solo.host.batch.attached().length(i) > 0 ? ATTACHED : COPIED);
            }
        }
        return sent;
    }

    @ParameterizedTest
    @EnumSource
    void shouldCopyWhatIsSentAgainAndNothingElse(Reason reason) {
        solo.host.batch.attachFrom(1);
        solo.uncounted();
        solo.host.post(solo.request(1, WrOpcode.SEND, PACKETS * MTU));
        assertThat(turn()).hasSize(PACKETS).containsOnly(ATTACHED);

        happen(reason);
        solo.host.post(solo.request(2, WrOpcode.RDMA_WRITE, 2L * MTU));

        assertThat(turn()).containsExactly(COPIED, COPIED, COPIED, COPIED, ATTACHED, ATTACHED);
        for (int i = 1; i < 3; i++) {
            happen(Reason.TIMEOUT);
            assertThat(turn()).hasSize(PACKETS + 2).containsOnly(COPIED);
        }
    }
}
