package org.urdma4j.codec.cm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.urdma4j.codec.mad.Mad;
import org.urdma4j.codec.mad.MadField;

import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.HexFormat;

class CmMessageTest {
    private static final long TID = 0x1122_3344_5566_7788L;

    /** Bytes for the applications, as the specification and rdma_cm's manual have them. */
    @ParameterizedTest
    @CsvSource({
        "REQ, 92",
        "MRA, 222",
        "REJ, 148",
        "REP, 196",
        "RTU, 224",
        "DREQ, 220",
        "DREP, 224",
        "SIDR_REQ, 216",
        "SIDR_REP, 136"
    })
    void shouldLeaveTheRestToTheApplications(CmMessage message, int bytes) {
        assertThat(message.privateData().length()).isEqualTo(bytes);
        assertThat(message.privateData().offset() + bytes).isEqualTo(256);
    }

    @ParameterizedTest
    @EnumSource
    void shouldGiveEachBitToOneField(CmMessage message) {
        BitSet taken = new BitSet();
        for (MadField field : message.fields()) {
            assertThat(field.bit()).as(field.name()).isGreaterThanOrEqualTo(taken.length());
            taken.set(field.bit(), field.bit() + field.width());
            assertThat(taken.length()).isLessThanOrEqualTo(message.privateData().offset() * 8);
        }
        assertThat(taken.nextSetBit(0)).isEqualTo(24 * 8);
        for (var range : message.ranges()) {
            assertThat(range.offset() * 8).isGreaterThanOrEqualTo(taken.length());
            assertThat(range.offset() + range.length()).isEqualTo(message.privateData().offset());
        }
    }

    /** Messages that the capture doesn't have; the bytes follow from the tables of chapter 12. */
    @Test
    void shouldWriteMra() {
        ByteBuffer b = begin(CmMessage.MRA);
        CmMra.LOCAL_COMM_ID.set(b, 0, 0x0102_0304);
        CmMra.REMOTE_COMM_ID.set(b, 0, 0x0506_0708);
        CmMra.MESSAGE.set(b, 0, CmMra.REP);
        CmMra.SERVICE_TIMEOUT.set(b, 0, 24);
        CmMra.PRIVATE_DATA.set(b, 0, new byte[] {(byte) 0xaa});
        shouldBe(b, "0011", "01020304 05060708 40 c0 aa");
    }

    @Test
    void shouldWriteRej() {
        ByteBuffer b = begin(CmMessage.REJ);
        CmRej.LOCAL_COMM_ID.set(b, 0, 0x0102_0304);
        CmRej.REMOTE_COMM_ID.set(b, 0, 0x0506_0708);
        CmRej.MESSAGE.set(b, 0, CmRej.OTHER);
        CmRej.INFO_LENGTH.set(b, 0, 72);
        CmRej.REASON.set(b, 0, RejectReason.CONSUMER_DEFINED.code());
        CmRej.INFO.set(b, 0, new byte[] {(byte) 0xcc});
        CmRej.PRIVATE_DATA.set(b, 0, new byte[] {(byte) 0xdd});
        shouldBe(b, "0012", "01020304 05060708 80 90 001c cc" + "00".repeat(71) + "dd");
    }

    @Test
    void shouldWriteSidrReq() {
        ByteBuffer b = begin(CmMessage.SIDR_REQ);
        SidrReq.REQUEST_ID.set(b, 0, 0x0102_0304);
        SidrReq.PARTITION_KEY.set(b, 0, 0xffff);
        SidrReq.SERVICE_ID.set(b, 0, ServiceId.of(PortSpace.UDP, 7174));
        SidrReq.PRIVATE_DATA.set(b, 0, new byte[] {(byte) 0xee});
        shouldBe(b, "0017", "01020304 ffff 0000 0000000001111c06 ee");
    }

    @Test
    void shouldWriteSidrRep() {
        ByteBuffer b = begin(CmMessage.SIDR_REP);
        SidrRep.REQUEST_ID.set(b, 0, 0x0102_0304);
        SidrRep.STATUS.set(b, 0, SidrRep.REDIRECT);
        SidrRep.INFO_LENGTH.set(b, 0, 1);
        SidrRep.QPN.set(b, 0, 0x0a0b0c);
        SidrRep.SERVICE_ID.set(b, 0, ServiceId.of(PortSpace.UDP, 7174));
        SidrRep.Q_KEY.set(b, 0, 0x0123_4567);
        SidrRep.INFO.set(b, 0, new byte[] {(byte) 0xab});
        SidrRep.PRIVATE_DATA.set(b, 0, new byte[] {(byte) 0xef});
        String information = "ab" + "00".repeat(71);
        shouldBe(
                b,
                "0018",
                "01020304 04 01 0000 0a0b0c 00 0000000001111c06 01234567" + information + "ef");
    }

    /** Bits that no other message of the capture sets. */
    @Test
    void shouldWriteTheSmallFieldsOfReq() {
        ByteBuffer b = begin(CmMessage.REQ);
        CmReq.TRANSPORT_SERVICE.set(b, 0, CmReq.UC);
        CmReq.END_TO_END_FLOW_CONTROL.set(b, 0, 1);
        CmReq.RDC_EXISTS.set(b, 0, 1);
        CmReq.SRQ.set(b, 0, 1);
        CmReq.EXTENDED_TRANSPORT.set(b, 0, 5);
        CmReq.PRIMARY_PACKET_RATE.set(b, 0, 0x21);
        CmReq.PRIMARY_SUBNET_LOCAL.set(b, 0, 1);
        assertThat(hex(b, 24 + 40, 24 + 52)).isEqualTo("00000003" + "00000000" + "0000080d");
        assertThat(hex(b, 24 + 88, 24 + 96)).isEqualTo("00000021" + "00000800");
    }

    @Test
    void shouldSayWhyBytesAreNoMessage() {
        ByteBuffer b = begin(CmMessage.REQ);
        assertThat(CmMessage.status(b, 0, 256)).isEqualTo(CmStatus.OK);
        assertThat(CmMessage.status(b, 0, 255)).isEqualTo(CmStatus.TOO_SHORT);
        assertThat(CmMessage.status(b, 1, 256)).isEqualTo(CmStatus.TOO_SHORT);
        assertThat(CmMessage.status(b, -1, 256)).isEqualTo(CmStatus.TOO_SHORT);
        assertThat(damaged(0)).isEqualTo(CmStatus.OTHER_CLASS);
        assertThat(damaged(1)).isEqualTo(CmStatus.OTHER_CLASS);
        assertThat(damaged(2)).isEqualTo(CmStatus.BAD_VERSION);
        assertThat(damaged(3)).isEqualTo(CmStatus.OTHER_CLASS);
        for (int attribute : new int[] {0, 0x000f, 0x0019, 0x001a, 0xffff}) {
            b.putShort(16, (short) attribute);
            assertThat(CmMessage.status(b, 0, 256)).isEqualTo(CmStatus.UNKNOWN_ATTRIBUTE);
        }
        assertThatThrownBy(() -> CmMessage.of(b, 0)).hasMessageContaining("UNKNOWN_ATTRIBUTE");
    }

    private static CmStatus damaged(int at) {
        ByteBuffer b = begin(CmMessage.REQ);
        b.put(at, (byte) (b.get(at) + 1));
        return CmMessage.status(b, 0, 256);
    }

    /** Over bytes of ones, so that a field that isn't cleared shows. */
    private static ByteBuffer begin(CmMessage message) {
        ByteBuffer b = ByteBuffer.allocate(Mad.LENGTH);
        for (int i = 0; i < b.limit(); i++) {
            b.put(i, (byte) -1);
        }
        message.write(b, 0, TID);
        return b;
    }

    private static String hex(ByteBuffer b, int from, int to) {
        byte[] bytes = new byte[to - from];
        b.get(from, bytes);
        return HexFormat.of().formatHex(bytes);
    }

    private static void shouldBe(ByteBuffer b, String attribute, String start) {
        String header = "01070203" + "00000000" + "1122334455667788" + attribute + "0000";
        String expected = header + "00000000" + start.replace(" ", "");
        assertThat(hex(b, 0, 256)).isEqualTo(expected + "0".repeat(512 - expected.length()));
        assertThat(CmMessage.toString(b, 0)).contains("tid=0x1122334455667788");
    }
}
