package org.urdma4j.transport.urdma;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.verbs.WcFlags;
import org.urdma4j.verbs.WcOpcode;
import org.urdma4j.verbs.WorkCompletion;

/** WRITEs are placed as they come and take effect in order. */
class WritePlacementTest {
    private final Solo solo = Solo.connected();

    /** Packet {@code i} of a WRITE of 600 bytes to the start of the memory. */
    private Raw part(int psn, int i) {
        int[] opcodes = {0xc6, 0xc7, 0xc9};
        int from = 256 * i;
        return Raw.write(opcodes[i], psn, solo.address(from), solo.rkey(), 600 - from)
                .payload(from, Math.min(256, 600 - from))
                .t1(solo.units());
    }

    @Test
    void shouldPlaceTheLastPacketFirst() {
        solo.host.receive(1, 4096, 16);
        solo.receive(part(Solo.PSN + 2, 2).word(0x01020304));
        assertThat(solo.host.filled(0, 600)).isZero();
        assertThat(solo.host.memory.get(java.lang.foreign.ValueLayout.JAVA_BYTE, 512))
                .isEqualTo(Host.pattern(512));
        assertThat(solo.host.receiveCompletions()).isEmpty();
        solo.receive(part(Solo.PSN, 0));
        assertThat(solo.host.receiveCompletions()).isEmpty();
        solo.receive(part(Solo.PSN + 1, 1));
        assertThat(solo.host.filled(0, 601)).isEqualTo(600);
        WorkCompletion completion = solo.host.receiveCompletions().getFirst();
        assertThat(completion.wrId()).isOne();
        assertThat(completion.opcode()).isEqualTo(WcOpcode.RECV_RDMA_WITH_IMM);
        assertThat(completion.byteLen()).as("of the whole message").isEqualTo(600);
        assertThat(completion.immData()).isEqualTo(0x01020304);
        assertThat(completion.wcFlags()).isEqualTo(WcFlags.WITH_IMM);
    }

    @Test
    void shouldPlaceADuplicateNoMore() {
        solo.receive(part(Solo.PSN, 0));
        solo.host.word(0, 42);
        solo.receive(part(Solo.PSN, 0).again());
        assertThat(solo.host.word(0)).isEqualTo(42);
        solo.receive(part(Solo.PSN + 2, 2));
        solo.host.word(512, 43);
        solo.receive(part(Solo.PSN + 2, 2).again());
        assertThat(solo.host.word(512)).as("beyond a hole too").isEqualTo(43);
        assertThat(solo.host.count(Counter.DUPLICATE_REQUEST)).isEqualTo(2);
    }

    @Test
    void shouldDropWhatLiesBeforeTheConnection() {
        Raw old = Raw.write(0xca, Solo.PSN - 1, solo.address(0), solo.rkey(), 4).payload(0, 4);
        solo.receive(old);
        assertThat(solo.host.word(0)).isZero();
        assertThat(solo.host.count(Counter.DUPLICATE_REQUEST)).isOne();
    }

    @Test
    void shouldCompleteAnImmediateAfterWhatWasBefore() {
        solo.host.receive(1, 4096, 16);
        solo.host.receive(2, 4096, 16);
        Raw first = Raw.write(0xcb, Solo.PSN, solo.address(0), solo.rkey(), 4).payload(0, 4);
        Raw second = Raw.write(0xcb, Solo.PSN + 1, solo.address(4), solo.rkey(), 4).payload(4, 4);
        solo.receive(second.word(22));
        assertThat(solo.host.filled(4, 1)).isZero();
        assertThat(solo.host.receiveCompletions()).isEmpty();
        solo.receive(first.word(11));
        assertThat(solo.host.receiveCompletions())
                .extracting(WorkCompletion::wrId, WorkCompletion::immData)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(1L, 11),
                        org.assertj.core.groups.Tuple.tuple(2L, 22));
        assertThat(solo.host.filled(0, 9)).isEqualTo(8);
    }
}
