package org.urdma4j.codec.urdma;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.util.HexFormat;

/** Each header alone, against bytes written down by hand. */
class UrdmaHeadersTest {
    private final ByteBuffer b = ByteBuffer.allocate(40);

    private String hex(int length) {
        return HexFormat.of().formatHex(b.array(), 2, 2 + length);
    }

    @Test
    void sendPlacement() {
        SendPlacement.write(b, 2, 0xf000_0001, 0xf000_0002, 0xf000_0003);
        assertThat(hex(16)).isEqualTo("f0000001f0000002f000000300000000");
        assertThat(SendPlacement.rmsn(b, 2)).isEqualTo(0xf000_0001);
        assertThat(SendPlacement.offset(b, 2)).isEqualTo(0xf000_0002L);
        assertThat(SendPlacement.toEnd(b, 2)).isEqualTo(0xf000_0003L);
        assertThat(SendPlacement.toString(b, 2)).contains("rmsn=4026531841 offset=4026531842");
    }

    @Test
    void answerPlacement() {
        ResponsePlacement.write(b, 2, 0xf000_0001, 0xf000_0002, 0xf000_0003);
        assertThat(hex(16)).isEqualTo("f0000001f0000002f000000300000000");
        assertThat(ResponsePlacement.request(b, 2)).isEqualTo(0xf000_0001);
        assertThat(ResponsePlacement.offset(b, 2)).isEqualTo(0xf000_0002L);
        assertThat(ResponsePlacement.toEnd(b, 2)).isEqualTo(0xf000_0003L);
        assertThat(ResponsePlacement.toString(b, 2)).contains("request=4026531841");
    }

    @Test
    void grant() {
        GrantPacket.write(b, 2, 0xf111_1111, 0xf222_2222, 2, -2, -3);
        assertThat(hex(28)).isEqualTo("f1111111f222222202000000fffffffffffffffefffffffffffffffd");
        assertThat(GrantPacket.t1(b, 2)).isEqualTo(0xf111_1111);
        assertThat(GrantPacket.tr(b, 2)).isEqualTo(0xf222_2222);
        assertThat(GrantPacket.kind(b, 2)).isEqualTo(GrantPacket.RETURN);
        assertThat(GrantPacket.bytes(b, 2)).isEqualTo(-2);
        assertThat(GrantPacket.lost(b, 2)).isEqualTo(-3);
        assertThat(GrantPacket.toString(b, 2)).contains("kind=2 bytes=-2 lost=-3");
    }

    @Test
    void extendedAeth() {
        ExtendedAeth.write(b, 2, 0x1ff, -2, 0xf111_1111, 0xf222_2222, 0x12fe_dcba, 0xf333_3333);
        ExtendedAeth.writeRmsn(b, 2, 0xf444_4444);
        assertThat(hex(24)).isEqualTo("fffffffef1111111f222222200fedcbaf3333333f4444444");
        assertThat(ExtendedAeth.syndrome(b, 2)).isEqualTo(0xff);
        assertThat(ExtendedAeth.msn(b, 2)).isEqualTo(0xff_fffe);
        assertThat(ExtendedAeth.t3(b, 2)).isEqualTo(0xf111_1111);
        assertThat(ExtendedAeth.ts(b, 2)).isEqualTo(0xf222_2222);
        assertThat(ExtendedAeth.psn(b, 2)).isEqualTo(0xfe_dcba);
        assertThat(ExtendedAeth.t1Echo(b, 2)).isEqualTo(0xf333_3333);
        assertThat(ExtendedAeth.rmsn(b, 2)).isEqualTo(0xf444_4444);
        assertThat(ExtendedAeth.toString(b, 2)).contains("psn=0xfedcba");
    }

    @Test
    void pathWord() {
        PathWord.write(b, 2, 0x1fe, 0x12_fdfc_fbL);
        assertThat(hex(4)).isEqualTo("fefdfcfb");
        assertThat(PathWord.path(b, 2)).isEqualTo(0xfe);
        assertThat(PathWord.ppn(b, 2)).isEqualTo(0xfd_fcfb);
    }

    @Test
    void fecWord() {
        FecWord.write(b, 2, 0xfffe, 0xfd, 2);
        assertThat(hex(4)).isEqualTo("fffefd02");
        assertThat(FecWord.index(b, 2)).isEqualTo(0xfffe);
        assertThat(FecWord.r(b, 2)).isEqualTo(0xfd);
        assertThat(FecWord.scheme(b, 2)).isEqualTo(FecWord.TWO_DIMENSIONAL);
        assertThat(FecWord.toString(b, 2)).isEqualTo("FEC{index=65534 r=253 scheme=2}");
    }

    @Test
    void repairHeader() {
        RepairHeader.write(b, 2, 0xfc, 0xfd, 0xfffe, 0, 0xd7, 0xb0, 0xf123);
        RepairHeader.writeT1(b, 2, 0xf111_1111);
        assertThat(hex(12)).isEqualTo("fcfdfffef1111111d7b0f123");
        assertThat(RepairHeader.index(b, 2)).isEqualTo(0xfc);
        assertThat(RepairHeader.r(b, 2)).isEqualTo(0xfd);
        assertThat(RepairHeader.m(b, 2)).isEqualTo(0xfffe);
        assertThat(RepairHeader.t1(b, 2)).isEqualTo(0xf111_1111);
        assertThat(RepairHeader.opcodes(b, 2)).isEqualTo(0xd7);
        assertThat(RepairHeader.bits(b, 2)).isEqualTo(RepairHeader.CODED_BITS);
        assertThat(RepairHeader.codedLengths(b, 2)).isEqualTo(0xf123);
        assertThat(RepairHeader.toString(b, 2)).contains("m=65534");
    }

    @Test
    void probeHeader() {
        ProbeHeader.write(b, 2, ProbeHeader.CHALLENGE_ANSWER, 0xf111_2222_3333_4444L, -2);
        assertThat(hex(16)).isEqualTo("03000000f111222233334444fffffffe");
        assertThat(ProbeHeader.kind(b, 2)).isEqualTo(3);
        assertThat(ProbeHeader.nonce(b, 2)).isEqualTo(0xf111_2222_3333_4444L);
        assertThat(ProbeHeader.size(b, 2)).isEqualTo(0xffff_fffeL);
        assertThat(ProbeHeader.toString(b, 2)).contains("kind=3");
    }

    @Test
    void timestampsCount128NanosecondsAndWrap() {
        assertThat(Timestamp.of(127)).isZero();
        assertThat(Timestamp.of(128)).isEqualTo(1);
        assertThat(Timestamp.of(-1)).isEqualTo(-1);
        assertThat(Timestamp.of((1L << 39) + 256)).isEqualTo(2);
        assertThat(Timestamp.nanos(-3)).isEqualTo(-384);
        assertThat(Timestamp.nanosBetween(0xffff_ffff, 1)).isEqualTo(256);
        for (long reference : new long[] {0, 1_000_000_007L, (1L << 39) - 5, -(1L << 42)}) {
            for (long distance : new long[] {0, 128, -1_280_000, 200_000_000_000L, -(1L << 37)}) {
                long time = (reference + distance) & -128;
                assertThat(Timestamp.unwrap(reference, Timestamp.of(time))).isEqualTo(time);
            }
        }
    }
}
