package org.urdma4j.transport.urdma;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.WcFlags;
import org.urdma4j.verbs.WorkCompletion;

/** SENDs are placed by the number of their receive, whatever is missing before them. */
class SendPlacementTest {
    private final Solo solo = Solo.connected();

    @Test
    void shouldPlaceAMessageBeforeItsPredecessor() {
        solo.host.receive(1, 0, 256);
        solo.host.receive(2, 1024, 600);
        solo.receive(Raw.send(0xc2, Solo.PSN + 3, 1, 512, 88).payload(512, 88));
        solo.receive(Raw.send(0xc1, Solo.PSN + 2, 1, 256, 344).payload(256, 256));
        solo.receive(Raw.send(0xc0, Solo.PSN + 1, 1, 0, 600).payload(0, 256));
        assertThat(solo.host.filled(1024, 601)).isEqualTo(600);
        assertThat(solo.received()).as("completions are in order").isEmpty();
        solo.receive(Raw.send(0xc4, Solo.PSN, 0, 0, 4).payload(0, 4));
        assertThat(solo.host.receiveCompletions())
                .extracting(WorkCompletion::wrId, WorkCompletion::byteLen)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(1L, 4L),
                        org.assertj.core.groups.Tuple.tuple(2L, 600L));
    }

    @Test
    void shouldScatterOverAllElements() {
        var wr =
                new org.urdma4j.verbs.RecvWr()
                        .wrId(1)
                        .addSge(solo.address(0), 100, solo.host.region.lkey())
                        .addSge(solo.address(1000), 300, solo.host.region.lkey());
        solo.host.receiveQueue.post(wr);
        solo.receive(Raw.send(0xc2, Solo.PSN + 1, 0, 256, 44).payload(256, 44));
        solo.receive(Raw.send(0xc0, Solo.PSN, 0, 0, 300).payload(0, 256));
        assertThat(solo.host.filled(0, 101)).isEqualTo(100);
        byte[] rest = new byte[200];
        for (int i = 0; i < rest.length; i++) {
            rest[i] = Host.pattern(100L + i);
        }
        assertThat(
                        solo.host
                                .memory
                                .asSlice(1000, 200)
                                .toArray(java.lang.foreign.ValueLayout.JAVA_BYTE))
                .isEqualTo(rest);
    }

    @Test
    void shouldDeliverImmediateSolicitedAndInvalidate() {
        solo.host.receive(1, 0, 16);
        solo.host.receive(2, 0, 16);
        int rkey = solo.rkey();
        solo.receive(Raw.send(0xc5, Solo.PSN, 0, 0, 0).word(9).solicited());
        solo.receive(Raw.send(0xd7, Solo.PSN + 1, 1, 0, 0).word(rkey));
        var completions = solo.host.receiveCompletions();
        assertThat(completions).hasSize(2);
        assertThat(completions.get(0).immData()).isEqualTo(9);
        assertThat(completions.get(0).wcFlags()).isEqualTo(WcFlags.WITH_IMM);
        assertThat(completions.get(1).wcFlags()).isEqualTo(WcFlags.WITH_INV);
        assertThat(solo.host.solicited).containsExactly(1L);
        solo.receive(Raw.write(0xca, Solo.PSN + 2, solo.address(0), rkey, 4).payload(0, 4));
        assertThat(solo.host.qp.state()).as("the key is gone").isEqualTo(QpState.ERR);
    }

    @Test
    void shouldNotInvalidateBeforeWhatWasBefore() {
        solo.host.receive(1, 4096, 16);
        int rkey = solo.rkey();
        solo.receive(Raw.send(0xd7, Solo.PSN + 1, 0, 0, 0).word(rkey));
        solo.receive(Raw.write(0xca, Solo.PSN, solo.address(0), rkey, 4).payload(0, 4));
        assertThat(solo.host.filled(0, 5)).isEqualTo(4);
        assertThat(solo.received()).containsExactly("1 SUCCESS");
    }

    @Test
    void shouldGiveAWriteWithImmediateItsReceiveInTurn() {
        solo.host.receive(1, 0, 16);
        solo.host.receive(2, 16, 16);
        solo.receive(Raw.send(0xc4, Solo.PSN + 1, 1, 0, 4).payload(0, 4));
        assertThat(solo.host.filled(16, 5)).as("the second receive").isEqualTo(4);
        solo.receive(Raw.write(0xcb, Solo.PSN, solo.address(64), solo.rkey(), 0).word(5));
        assertThat(solo.received()).containsExactly("1 SUCCESS", "2 SUCCESS");
    }
}
