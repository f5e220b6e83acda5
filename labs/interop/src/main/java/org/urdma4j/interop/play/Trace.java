package org.urdma4j.interop.play;

import org.urdma4j.transport.counter.Counter;

import java.util.List;
import java.util.Map;
import java.util.Set;

/** What our counters say of a case: after a success only what tells of trouble on the way. */
final class Trace {
    private static final Set<Counter> OF_INTEREST =
            Set.of(
                    Counter.RETRANSMITTED_PKTS,
                    Counter.DUPLICATE_REQUEST,
                    Counter.SENT_SEQ_ERR,
                    Counter.RCVD_SEQ_ERR,
                    Counter.SENT_RNR_ERR,
                    Counter.RCVD_RNR_ERR,
                    Counter.IMPLIED_NAK_SEQ_ERR,
                    Counter.LOCAL_ACK_TIMEOUT_ERR,
                    Counter.DROPPED_ICRC,
                    Counter.DROPPED_BY_SOCKET);

    private Trace() {}

    static List<String> of(Map<Counter, Long> changes, boolean passed) {
        return changes.entrySet().stream()
                .filter(change -> !passed || OF_INTEREST.contains(change.getKey()))
                .map(change -> "%s %d".formatted(change.getKey(), change.getValue()))
                .toList();
    }
}
