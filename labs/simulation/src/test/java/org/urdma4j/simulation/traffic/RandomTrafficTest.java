package org.urdma4j.simulation.traffic;

import org.urdma4j.transport.counter.Counter;

import java.util.List;
import java.util.function.UnaryOperator;

/** Under the Standard profile. */
class RandomTrafficTest extends MixedTraffic {
    RandomTrafficTest() {
        super(
                "",
                UnaryOperator.identity(),
                List.of(
                        Counter.RETRANSMITTED_PKTS,
                        Counter.DUPLICATE_REQUEST,
                        Counter.OUT_OF_SEQ_REQUEST,
                        Counter.RCVD_SEQ_ERR,
                        Counter.RCVD_RNR_ERR,
                        Counter.IMPLIED_NAK_SEQ_ERR,
                        Counter.LOCAL_ACK_TIMEOUT_ERR,
                        Counter.UNEXPECTED_RESPONSE,
                        Counter.DROPPED_ICRC),
                60,
                1_000);
    }
}
