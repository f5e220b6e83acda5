package org.urdma4j.transport.rdmacm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.transport.cm.CmEndpoint;
import org.urdma4j.transport.cm.CmPath;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.cm.ConnParam;

class QpMovesTest {
    /**
     * As rping over rdma_rxe was seen: its REQ said 0x60c7f8, the REP 0x320f6c, and the first
     * packet that it sent had the number of the REP.
     */
    @Test
    void shouldStartWhereThePeerSays() {
        NegotiatedParams negotiated =
                new NegotiatedParams(
                        CmPath.DEFAULT,
                        CmEndpoint.of(0x96d3b0, 0x320f6c),
                        CmEndpoint.of(0xde, 0x60c7f8),
                        null,
                        ConnParam.EMPTY);

        assertThat(
                        QpMoves.readyToReceive(
                                        negotiated, QpMoves.way(0, Gid.parse("10.77.0.1"), 0))
                                .rqPsn())
                .isEqualTo(0x320f6c);
        assertThat(QpMoves.readyToSend(negotiated).sqPsn()).isEqualTo(0x60c7f8);
    }
}
