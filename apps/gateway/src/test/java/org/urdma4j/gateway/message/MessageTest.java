package org.urdma4j.gateway.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.urdma4j.gateway.message.GatewayMessage.Verdict.BAD;
import static org.urdma4j.gateway.message.GatewayMessage.Verdict.OTHER_VERSION;
import static org.urdma4j.gateway.message.GatewayMessage.Verdict.SOUND;

import org.junit.jupiter.api.Test;
import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Opcode;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;

/** The bytes of the messages, which apps/gateway/protocol.md shows. */
class MessageTest {
    private static final Path PAGE = Path.of("protocol.md");

    private static ByteBuffer mark() {
        ByteBuffer b = ByteBuffer.allocate(Mark.LENGTH);
        Mark.write(
                b,
                0xffff,
                0x11,
                GatewayMessage.REQUESTS,
                0xcafe_f00d,
                7,
                3,
                0x1ff_fffeL,
                0x200_0010L,
                false,
                20_000_000);
        return b;
    }

    private static ByteBuffer status() {
        ByteBuffer b = ByteBuffer.allocate(Status.MAX_LENGTH);
        Status.begin(
                b,
                0xffff,
                0x11,
                GatewayMessage.REQUESTS,
                0xdead_beef,
                9,
                3,
                4,
                0x1ff_ffffL,
                0x200_0010L,
                0x1ff_fffeL);
        Status.hole(b, 0, 0x1ff_ffffL, 2);
        Status.hole(b, 1, 0x200_0008L, 1);
        Status.end(b, 2, true);
        return b;
    }

    private static ByteBuffer repair() {
        ByteBuffer b = ByteBuffer.allocate(Repair.length(6));
        Repair.begin(b, 0xffff, 0x11, 0xcafe_f00d, 10, 0x0102_0304, 8, 1, 2, 1, 6);
        return b.put(Repair.PARITY_AT, new byte[] {0, 0, 0, 2, 0x7a, 0x7b});
    }

    private static String hex(ByteBuffer b) {
        byte[] bytes = new byte[b.limit()];
        b.get(0, bytes);
        return HexFormat.of().formatHex(bytes);
    }

    private static String page() throws IOException {
        return Files.readString(PAGE).replaceAll("\\s+", "");
    }

    @Test
    void markShouldHaveTheBytesOfThePage() throws IOException {
        assertThat(hex(mark()))
                .isEqualTo(
                        "de00ffff"
                                + "00000011"
                                + "01fffffe"
                                + "02000000"
                                + "cafef00d"
                                + "00000007"
                                + "00000003"
                                + "00fffffe"
                                + "00000010"
                                + "00004e20"
                                + "000000000000000000000000");
        assertThat(page()).contains(hex(mark()));
    }

    @Test
    void repairShouldHaveTheBytesOfThePage() throws IOException {
        assertThat(hex(repair()))
                .isEqualTo(
                        "de00ffff"
                                + "00000011"
                                + "03020304"
                                + "02000101"
                                + "cafef00d"
                                + "0000000a"
                                + "01020304"
                                + "00080006"
                                + "02000000"
                                + "000000027a7b0000"
                                + "000000000000000000000000");
        assertThat(page()).contains(hex(repair()));
        ByteBuffer b = repair();
        assertThat(GatewayMessage.judge(b, 0, b.limit())).isEqualTo(SOUND);
        assertThat(GatewayMessage.judge(b, 0, b.limit() - 4)).isEqualTo(BAD);
        assertThat(Repair.first(b, 0)).isEqualTo(0x0102_0304);
        assertThat(Repair.members(b, 0)).isEqualTo(8);
        assertThat(Repair.scheme(b, 0)).isEqualTo(1);
        assertThat(Repair.r(b, 0)).isEqualTo(2);
        assertThat(Repair.parity(b, 0)).isEqualTo(1);
        assertThat(Repair.parityBytes(b, 0)).isEqualTo(6);
    }

    @Test
    void statusShouldHaveTheBytesOfThePage() throws IOException {
        assertThat(hex(status()))
                .isEqualTo(
                        "de00ffff"
                                + "00000011"
                                + "02ffffff"
                                + "02000102"
                                + "deadbeef"
                                + "00000009"
                                + "00000003"
                                + "00ffffff"
                                + "00000010"
                                + "00fffffe"
                                + "00000004"
                                + "00ffffff"
                                + "00000002"
                                + "00000008"
                                + "00000001"
                                + "000000000000000000000000");
        assertThat(page()).contains(hex(status()));
    }

    @Test
    void markShouldBeReadAsWritten() {
        ByteBuffer b = mark();
        assertThat(GatewayMessage.judge(b, 0, b.limit())).isEqualTo(SOUND);
        assertThat(GatewayMessage.kind(b, 0)).isEqualTo(GatewayMessage.MARK);
        assertThat(GatewayMessage.bootId(b, 0)).isEqualTo(0xcafe_f00d);
        assertThat(GatewayMessage.counter(b, 0)).isEqualTo(7);
        assertThat(Mark.number(b, 0)).isEqualTo(3);
        assertThat(Mark.low(b, 0)).isEqualTo(0xff_fffe);
        assertThat(Mark.high(b, 0)).isEqualTo(0x10);
        assertThat(Mark.longRttNs(b, 0)).isEqualTo(20_000_000);
    }

    @Test
    void statusShouldBeReadAsWritten() {
        ByteBuffer b = status();
        assertThat(GatewayMessage.judge(b, 0, b.limit())).isEqualTo(SOUND);
        assertThat(GatewayMessage.kind(b, 0)).isEqualTo(GatewayMessage.STATUS);
        assertThat(Status.echo(b, 0)).isEqualTo(3);
        assertThat(Status.seen(b, 0)).isEqualTo(4);
        assertThat(Status.next(b, 0)).isEqualTo(0xff_ffff);
        assertThat(Status.end(b, 0)).isEqualTo(0x10);
        assertThat(Status.acked(b, 0)).isEqualTo(0xff_fffe);
        assertThat(Status.more(b, 0)).isTrue();
        assertThat(Status.holes(b, 0)).isEqualTo(2);
        assertThat(Status.holeFirst(b, 0, 1)).isEqualTo(8);
        assertThat(Status.holeCount(b, 0, 0)).isEqualTo(2);
    }

    @Test
    void damagedMessagesShouldBeInvalid() {
        for (ByteBuffer good : new ByteBuffer[] {mark(), status()}) {
            int length = good.limit();
            for (int cut = 0; cut < length; cut++) {
                assertThat(GatewayMessage.judge(good, 0, cut)).isEqualTo(BAD);
            }
            for (int at : new int[] {8, Bth.LENGTH + 1}) {
                ByteBuffer bad = ByteBuffer.allocate(length).put(0, good, 0, length);
                bad.put(at, (byte) 0x7f);
                assertThat(GatewayMessage.judge(bad, 0, length)).isEqualTo(BAD);
            }
        }
        ByteBuffer tooMany = status().put(Bth.LENGTH + 3, (byte) 65);
        assertThat(GatewayMessage.judge(tooMany, 0, tooMany.limit())).isEqualTo(BAD);
    }

    /** What else is right or wrong of it is up to that version. */
    @Test
    void messageOfAnotherVersionShouldBeToldFromADamagedOne() {
        ByteBuffer other = mark().put(Bth.LENGTH, (byte) 1).put(8, (byte) 0x7f);
        for (int cut = Bth.LENGTH + 1; cut <= other.limit(); cut++) {
            assertThat(GatewayMessage.judge(other, 0, cut)).isEqualTo(OTHER_VERSION);
        }
        assertThat(GatewayMessage.judge(other, 0, Bth.LENGTH)).isEqualTo(BAD);
        assertThat(GatewayMessage.judge(other, 0, other.limit() + 1)).isEqualTo(BAD);
    }

    /** Hosts drop an opcode of the manufacturer's range that they don't know. */
    @Test
    void shouldHaveAnOpcodeThatHostsDrop() {
        assertThat(Opcode.known(GatewayMessage.OPCODE)).isFalse();
        assertThat(Opcode.manufacturer(GatewayMessage.OPCODE)).isTrue();
    }
}
