package org.urdma4j.transport.urdma;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.WrOpcode;

import java.util.List;
import java.util.stream.Stream;

/** Messages of a few packets are cut evenly, where payload of any length is agreed on. */
class EvenPacketsTest {
    private static final int REMOTE = 8192;
    private static final UrdmaOffer ANY = Host.OFFER.toBuilder().pathMtu(true).build();
    private static final int WRITE_HEADERS = 36;
    private static final int ANSWER_HEADERS = 36;

    private static QpAttr attr(UrdmaOffer one, UrdmaOffer other) {
        return Host.attr().urdmaOffer(one).urdmaPeerOffer(other);
    }

    private static Wire wire(UrdmaOffer one, UrdmaOffer other) {
        return new Wire().connect(attr(one, other), attr(other, one));
    }

    private static SendWr request(Wire wire, WrOpcode opcode, long bytes) {
        return wire.a
                .request(1, opcode, 0, bytes)
                .rdma(wire.b.address(REMOTE), wire.b.region.rkey());
    }

    private static List<Integer> payloads(List<Seen> packets, int headers) {
        return packets.stream()
                .filter(p -> p.isData() && p.bytes().length > headers)
                .map(p -> p.bytes().length - headers) // pad included
                .toList();
    }

    @ParameterizedTest
    @CsvSource({"600, 200 200 200", "512, 256 256", "604, 204 204 204", "601, 256 256 92", "4, 4"})
    void shouldCutAWriteEvenly(long bytes, String each) {
        Wire wire = wire(ANY, ANY);
        wire.a.fill(0, bytes);
        wire.a.post(request(wire, WrOpcode.RDMA_WRITE, bytes));
        wire.run();

        assertThat(payloads(wire.fromA, WRITE_HEADERS))
                .isEqualTo(Stream.of(each.split(" ")).map(Integer::valueOf).toList());
        assertThat(wire.a.sent()).containsExactly("1 SUCCESS");
        assertThat(wire.b.filled(REMOTE, bytes + 1)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @EnumSource(
            value = WrOpcode.class,
            names = {"RDMA_WRITE_WITH_IMM", "SEND", "SEND_WITH_IMM", "SEND_WITH_INV"})
    void shouldCountWhatTheLastHasBehindItsHeaders(WrOpcode opcode) {
        Wire wire = wire(ANY, ANY);
        int bytes = 604;
        wire.b.receive(2, REMOTE, 4096);
        wire.a.fill(0, bytes);
        wire.a.post(request(wire, opcode, bytes));
        wire.runFor(100_000_000);

        assertThat(wire.fromA.stream().filter(Seen::isData))
                .hasSize(3)
                .extracting(p -> p.bytes().length)
                .containsOnly(WRITE_HEADERS + 204);
        assertThat(wire.b.filled(REMOTE, bytes + 1)).isEqualTo(bytes);
    }

    @Test
    void shouldCutAnAnswerEvenly() {
        Wire wire = wire(ANY, ANY);
        wire.b.fill(REMOTE, 600);
        wire.a.post(request(wire, WrOpcode.RDMA_READ, 600));
        wire.run();

        assertThat(payloads(wire.fromB, ANSWER_HEADERS)).containsExactly(200, 200, 200);
        assertThat(wire.a.sent()).containsExactly("1 SUCCESS");
        assertThat(wire.a.filled(0, 601)).isEqualTo(600);
    }

    @Test
    void shouldSendAgainWhatIsLostAsItWasCut() {
        Wire wire = wire(ANY, ANY);
        wire.a.fill(0, 600);
        wire.tap =
                (from, p) ->
                        from == wire.a && p.psn() == Host.SQ_PSN + 1 && !p.again()
                                ? Wire.LOST
                                : Wire.PASS;
        wire.a.post(request(wire, WrOpcode.RDMA_WRITE, 600));
        wire.run();

        assertThat(payloads(wire.fromA, WRITE_HEADERS)).hasSizeGreaterThan(3).containsOnly(200);
        assertThat(wire.b.filled(REMOTE, 601)).isEqualTo(600);
    }

    @Test
    void shouldSendFullPacketsToAPeerThatExpectsThem() {
        Wire wire = wire(ANY, Host.OFFER);
        wire.a.fill(0, 600);
        wire.a.post(request(wire, WrOpcode.RDMA_WRITE, 600));
        wire.run();

        assertThat(payloads(wire.fromA, WRITE_HEADERS)).containsExactly(256, 256, 88);
        assertThat(wire.b.filled(REMOTE, 601)).isEqualTo(600);
    }
}
