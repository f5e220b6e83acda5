package org.urdma4j.codec.ib;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.util.HexFormat;

/** Each header against bytes laid out by hand from the field tables. */
class HeaderViewsTest {
    private static final int AT = 3;

    private final ByteBuffer b = ByteBuffer.allocate(64);

    @Test
    void shouldReadAndWriteBth() {
        String bytes = "0a" + "b0" + "8001" + "c0" + "a1b2c3" + "80" + "f00001";
        Bth.write(
                b,
                AT,
                0x0a,
                Bth.SOLICITED | Bth.FECN | Bth.BECN | Bth.ACK_REQ,
                3,
                0x8001,
                0xa1b2c3,
                0xf00001);
        assertThat(written(Bth.LENGTH)).isEqualTo(bytes);
        assertThat(Bth.opcode(b, AT)).isEqualTo(0x0a);
        assertThat(Bth.flags(b, AT)).isEqualTo(Bth.SOLICITED | Bth.FECN | Bth.BECN | Bth.ACK_REQ);
        assertThat(Bth.padCount(b, AT)).isEqualTo(3);
        assertThat(Bth.version(b, AT)).isZero();
        assertThat(Bth.pKey(b, AT)).isEqualTo(0x8001);
        assertThat(Bth.destQp(b, AT)).isEqualTo(0xa1b2c3);
        assertThat(Bth.psn(b, AT)).isEqualTo(0xf00001);
        assertThat(Bth.toString(b, AT))
                .isEqualTo(
                        "BTH{RC_RDMA_WRITE_ONLY SE FECN BECN A pad=3 tver=0 pkey=0x8001"
                                + " destQp=0xa1b2c3 psn=0xf00001 resv=0,0}");
    }

    @Test
    void shouldKeepTheFlagsOfBthApart() {
        int[] flags = {Bth.SOLICITED, Bth.MIG_REQ, Bth.FECN, Bth.BECN, Bth.ACK_REQ};
        String[] bytes = {
            "ff80ffff00ffffff00ffffff",
            "ff40ffff00ffffff00ffffff",
            "ff00ffff80ffffff00ffffff",
            "ff00ffff40ffffff00ffffff",
            "ff00ffff00ffffff80ffffff"
        };
        for (int i = 0; i < flags.length; i++) {
            Bth.write(b, AT, 0xff, flags[i], 0, 0xffff, 0xffffff, 0xffffff);
            assertThat(written(Bth.LENGTH)).isEqualTo(bytes[i]);
            assertThat(Bth.flags(b, AT)).isEqualTo(flags[i]);
        }
    }

    @Test
    void shouldNotLetWideValuesSpillIntoOtherFieldsOfBth() {
        Bth.write(b, AT, 0x1ff, 0, 7, 0x1ffff, 0xffffffff, 0xffffffff);
        assertThat(written(Bth.LENGTH)).isEqualTo("ff30ffff00ffffff00ffffff");
    }

    @Test
    void shouldReadTheReservedBitsAndVersionOfBth() {
        put("000f00003f0000007f000000");
        assertThat(Bth.version(b, AT)).isEqualTo(15);
        assertThat(Bth.reserved6(b, AT)).isEqualTo(0x3f);
        assertThat(Bth.reserved7(b, AT)).isEqualTo(0x7f);
        assertThat(Bth.flags(b, AT)).isZero();
    }

    @Test
    void shouldPadToAMultipleOfFour() {
        for (int length = 0; length < 5000; length++) {
            assertThat(Bth.padFor(length)).isBetween(0, 3);
            assertThat((length + Bth.padFor(length)) % 4).isZero();
        }
    }

    @Test
    void shouldReadAndWriteReth() {
        Reth.write(b, AT, 0x8192a3b4c5d6e7f8L, 0x9abcdef1, 0x8000_0000L);
        assertThat(written(Reth.LENGTH)).isEqualTo("8192a3b4c5d6e7f8" + "9abcdef1" + "80000000");
        assertThat(Reth.virtualAddress(b, AT)).isEqualTo(0x8192a3b4c5d6e7f8L);
        assertThat(Reth.rKey(b, AT)).isEqualTo(0x9abcdef1);
        assertThat(Reth.dmaLength(b, AT)).isEqualTo(2_147_483_648L);
        assertThat(Reth.toString(b, AT))
                .isEqualTo("RETH{va=0x8192a3b4c5d6e7f8 rkey=0x9abcdef1 len=2147483648}");
    }

    @Test
    void shouldReadAndWriteAeth() {
        Aeth.write(b, AT, 0x34, 0xff_fedc);
        assertThat(written(Aeth.LENGTH)).isEqualTo("34fffedc");
        assertThat(Aeth.syndrome(b, AT)).isEqualTo(0x34);
        assertThat(Aeth.msn(b, AT)).isEqualTo(0xfffedc);
        assertThat(Aeth.toString(b, AT)).isEqualTo("AETH{RNR NAK 10240 us msn=16776924}");
        Aeth.write(b, AT, 0xe5, 0x1000001);
        assertThat(written(Aeth.LENGTH)).isEqualTo("e5000001");
        assertThat(Aeth.syndrome(b, AT)).isEqualTo(0xe5);
    }

    @Test
    void shouldReadAndWriteAtomicHeaders() {
        AtomicEth.write(b, AT, 0x8101020304050607L, 0xf1e2d3c4, 0xa0a1a2a3a4a5a6a7L, 0x90L);
        assertThat(written(AtomicEth.LENGTH))
                .isEqualTo(
                        "8101020304050607" + "f1e2d3c4" + "a0a1a2a3a4a5a6a7" + "0000000000000090");
        assertThat(AtomicEth.virtualAddress(b, AT)).isEqualTo(0x8101020304050607L);
        assertThat(AtomicEth.rKey(b, AT)).isEqualTo(0xf1e2d3c4);
        assertThat(AtomicEth.swapAdd(b, AT)).isEqualTo(0xa0a1a2a3a4a5a6a7L);
        assertThat(AtomicEth.compare(b, AT)).isEqualTo(0x90);
        assertThat(AtomicEth.toString(b, AT)).contains("swapAdd=0xa0a1a2a3a4a5a6a7 compare=0x90");
    }

    @Test
    void shouldReadAndWriteAtomicAckEth() {
        AtomicAckEth.write(b, AT, 0xfedcba9876543210L);
        assertThat(written(AtomicAckEth.LENGTH)).isEqualTo("fedcba9876543210");
        assertThat(AtomicAckEth.originalData(b, AT)).isEqualTo(0xfedcba9876543210L);
        assertThat(AtomicAckEth.toString(b, AT)).contains("0xfedcba9876543210");
    }

    @Test
    void shouldReadAndWriteTheFourByteHeaders() {
        ImmDt.write(b, AT, 0xdeadbeef);
        assertThat(written(ImmDt.LENGTH)).isEqualTo("deadbeef");
        assertThat(ImmDt.immediate(b, AT)).isEqualTo(0xdeadbeef);
        assertThat(ImmDt.toString(b, AT)).isEqualTo("ImmDt{0xdeadbeef}");

        Ieth.write(b, AT, 0x80000288);
        assertThat(written(Ieth.LENGTH)).isEqualTo("80000288");
        assertThat(Ieth.rKey(b, AT)).isEqualTo(0x80000288);
        assertThat(Ieth.toString(b, AT)).isEqualTo("IETH{rkey=0x80000288}");

        Feth.write(b, AT, 0x1a, 0x7);
        assertThat(written(Feth.LENGTH)).isEqualTo("0000003a");
        assertThat(Feth.placement(b, AT)).isEqualTo(10);
        assertThat(Feth.selectivity(b, AT)).isEqualTo(3);
        assertThat(Feth.toString(b, AT)).isEqualTo("FETH{placement=10 selectivity=3}");
    }

    @Test
    void shouldReadAndWriteDeth() {
        Deth.write(b, AT, 0x80010000, 0xff_a1b2c3);
        assertThat(written(Deth.LENGTH)).isEqualTo("80010000" + "00a1b2c3");
        assertThat(Deth.qKey(b, AT)).isEqualTo(Deth.GSI_Q_KEY);
        assertThat(Deth.srcQp(b, AT)).isEqualTo(0xa1b2c3);
        put("00000000ff000001");
        assertThat(Deth.srcQp(b, AT)).isEqualTo(1);
    }

    @Test
    void shouldReadAndWriteGrh() {
        Grh.write(b, AT, 0xb7, 0xedcba, 0x8014, 0x1b, 0xfe, 0xfe80L << 48, 2, -1, 0xffff0f000002L);
        assertThat(written(Grh.LENGTH))
                .isEqualTo(
                        "6b7edcba"
                                + "8014"
                                + "1b"
                                + "fe"
                                + "fe80000000000000"
                                + "0000000000000002"
                                + "ffffffffffffffff"
                                + "0000ffff0f000002");
        assertThat(Grh.version(b, AT)).isEqualTo(6);
        assertThat(Grh.trafficClass(b, AT)).isEqualTo(0xb7);
        assertThat(Grh.flowLabel(b, AT)).isEqualTo(0xedcba);
        assertThat(Grh.payloadLength(b, AT)).isEqualTo(0x8014);
        assertThat(Grh.nextHeader(b, AT)).isEqualTo(0x1b);
        assertThat(Grh.hopLimit(b, AT)).isEqualTo(0xfe);
        assertThat(Grh.sourceHigh(b, AT)).isEqualTo(0xfe80L << 48);
        assertThat(Grh.sourceLow(b, AT)).isEqualTo(2);
        assertThat(Grh.destinationHigh(b, AT)).isEqualTo(-1);
        assertThat(Grh.destinationLow(b, AT)).isEqualTo(0xffff0f000002L);
        assertThat(Grh.toString(b, AT)).contains("sgid=fe800000000000000000000000000002");
    }

    @Test
    void shouldReadAndWriteCnp() {
        put("ff".repeat(16));
        assertThat(Cnp.isZero(b, AT)).isFalse();
        Cnp.write(b, AT);
        assertThat(written(Cnp.LENGTH)).isEqualTo("00".repeat(16));
        assertThat(Cnp.isZero(b, AT)).isTrue();
        b.put(AT + 15, (byte) 1);
        assertThat(Cnp.isZero(b, AT)).isFalse();
    }

    /** The hex of {@code length} bytes, once the bytes around them are seen to be untouched. */
    private String written(int length) {
        assertThat(b.get(AT - 1)).isZero();
        assertThat(b.get(AT + length)).isZero();
        byte[] bytes = new byte[length];
        b.get(AT, bytes);
        return HexFormat.of().formatHex(bytes);
    }

    private void put(String hex) {
        b.put(AT, HexFormat.of().parseHex(hex));
    }
}
