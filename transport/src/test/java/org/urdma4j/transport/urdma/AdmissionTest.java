package org.urdma4j.transport.urdma;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpAttrMask;
import org.urdma4j.verbs.QpState;

import java.util.Map;
import java.util.TreeMap;

/**
 * A packet with everything wrong, put right step by step: what is counted is the first thing that
 * is wrong, in the order of the checks, and nothing is answered.
 */
class AdmissionTest {
    private static final int P_KEY_BYTE = 3;
    private static final int TIMESTAMP_BYTE = 4;

    private final Solo solo = Solo.connected();
    private final Object stranger = new Object();

    @ParameterizedTest
    @EnumSource(
            value = QpState.class,
            names = {"RTS", "SQD", "ERR", "RESET"})
    void shouldNameTheFirstThingThatIsWrong(QpState state) {
        if (state != QpState.RTS) {
            solo.host.qp.modify(new QpAttr().qpState(state), QpAttrMask.STATE, null, 0);
        }
        solo.turn();
        boolean listens = state != QpState.RESET;
        byte[] packet =
                Raw.write(0xca, Solo.PSN, solo.address(0), solo.rkey(), 4)
                        .payload(0, 4)
                        .to(solo.host.qp.qpn());
        byte opcode = packet[0];
        packet[TIMESTAMP_BYTE] ^= 1;
        packet[P_KEY_BYTE] ^= 1;
        packet[0] = Opcode.RC_RDMA_WRITE_ONLY;
        expect(listens ? Counter.DROPPED_WRONG_PEER : Counter.DROPPED_QP_STATE, stranger, packet);
        expect(listens ? Counter.DROPPED_PKEY : Counter.DROPPED_QP_STATE, solo.peer, packet);
        packet[P_KEY_BYTE] ^= 1;
        expect(Counter.DROPPED_QP_STATE, solo.peer, packet);
        packet[0] = opcode;
        expect(listens ? Counter.DROPPED_MALFORMED : Counter.DROPPED_QP_STATE, solo.peer, packet);
        packet[TIMESTAMP_BYTE] ^= 1;
        boolean late = state == QpState.ERR || !listens;
        expect(late ? Counter.DROPPED_QP_STATE : Counter.RCVD_PKTS, solo.peer, packet);
    }

    private void expect(Counter counted, Object source, byte[] packet) {
        Map<Counter, Long> before = counts();
        solo.deliver(source, packet);
        Map<Counter, Long> after = counts();
        after.replaceAll((counter, count) -> count - before.get(counter));
        if (counted == Counter.RCVD_PKTS) {
            assertThat(after).containsEntry(counted, 1L);
            return;
        }
        after.values().removeIf(count -> count == 0);
        assertThat(after).containsExactly(Map.entry(counted, 1L));
        assertThat(solo.turn()).isEmpty();
    }

    private Map<Counter, Long> counts() {
        Map<Counter, Long> counts = new TreeMap<>();
        for (Counter counter : Counter.values()) {
            counts.put(counter, solo.host.count(counter));
        }
        return counts;
    }
}
