package org.urdma4j.measure.capture;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.urdma.FecWord;
import org.urdma4j.codec.urdma.PathWord;
import org.urdma4j.codec.urdma.PathsPacket;
import org.urdma4j.codec.urdma.RepairHeader;
import org.urdma4j.codec.urdma.SendPlacement;
import org.urdma4j.codec.urdma.UrdmaBth;
import org.urdma4j.codec.urdma.UrdmaOpcode;
import org.urdma4j.codec.urdma.VerificationTag;
import org.urdma4j.measure.capture.HeaderSense.Words;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;

class HeaderSenseTest {
    private static final HostAddress HOST = new HostAddress(0, 1);
    private static final int QP = 0x123;
    private static final int AT = 7;
    private static final int READ_BYTES = 4096;

    private final HeaderSense sense = new HeaderSense();
    private final SplittableRandom random = new SplittableRandom(5);
    private final ByteBuffer b = ByteBuffer.allocate(9000);
    private int psn;
    private int ppn;

    /** Tags the packet at {@link #AT} and asks what words it has. */
    private Words words(HeaderSense asked, int length) {
        VerificationTag.insert(b, AT, random.nextInt());
        int at = AT - VerificationTag.LENGTH;
        return asked.words(HOST, b, at, length + VerificationTag.LENGTH);
    }

    private Words packet(Words words, int opcode, int payload, int toEnd) {
        return packet(words, opcode, payload, toEnd, true);
    }

    /** A packet of random payload; with FEC in a group of 20, or of none where it is sent again. */
    private Words packet(Words words, int opcode, int payload, int toEnd, boolean grouped) {
        int pad = Bth.padFor(payload);
        int header = UrdmaOpcode.headerLength(opcode, words.fec(), words.paths());
        random.nextBytes(b.array());
        b.put(AT, new byte[header]);
        UrdmaBth.write(b, AT, opcode, 0, pad, 0xffff, QP, psn);
        int place = AT + Bth.LENGTH;
        if ((UrdmaOpcode.flags(opcode) & Opcode.WRITE) != 0) {
            b.putInt(place + 12, toEnd);
        } else if ((UrdmaOpcode.flags(opcode) & Opcode.PAYLOAD) != 0) {
            SendPlacement.write(b, place, 1, 0, toEnd);
        }
        if (words.paths()) {
            PathWord.write(b, AT + UrdmaOpcode.pathWordOffset(opcode), ppn / 40 % 3, ppn);
            ppn++;
        }
        int fecWord = UrdmaOpcode.fecWordOffset(opcode, words.paths());
        if (words.fec() && fecWord != UrdmaOpcode.ABSENT && grouped) {
            FecWord.write(b, AT + fecWord, psn % 20, 2, FecWord.INTERLEAVED);
        }
        psn++;
        return words(sense, header + payload + pad);
    }

    @ParameterizedTest
    @CsvSource({"false, false", "false, true", "true, false", "true, true"})
    void shouldTellByPacketsWhoseLengthIsKnown(boolean fec, boolean paths) {
        Words words = new Words(fec, paths);
        assertThat(packet(words, UrdmaOpcode.SEND_ONLY, 5, 5)).isEqualTo(words);
        assertThat(packet(words, UrdmaOpcode.WRITE_LAST, 700, 700)).isEqualTo(words);
        assertThat(packet(words, UrdmaOpcode.READ_RESPONSE_ONLY, 0, 0)).isEqualTo(words);
        assertThat(packet(words, UrdmaOpcode.SEND_ONLY_WITH_IMMEDIATE, 8, 8)).isEqualTo(words);
        for (int i = 0; i < 50; i++) {
            int payload = 4 * random.nextInt(300);
            assertThat(packet(words, UrdmaOpcode.WRITE_MIDDLE, payload, 1 << 20, i % 3 > 0))
                    .isEqualTo(words);
        }
        assertThat(packet(words, UrdmaOpcode.WRITE_LAST_WITH_IMMEDIATE, 0, 0)).isEqualTo(words);
    }

    @ParameterizedTest
    @CsvSource({"false, false", "false, true", "true, false", "true, true"})
    void shouldTellPayloadsOfAPathMtu(boolean fec, boolean paths) {
        Words words = new Words(fec, paths);
        for (int i = 0; i < 50; i++) {
            int payload = 256 << random.nextInt(5);
            assertThat(packet(words, UrdmaOpcode.SEND_MIDDLE, payload, 1 << 20, i % 3 > 0))
                    .isEqualTo(words);
        }
    }

    /** Of the first packet of a message nothing is known; of the others that numbers follow on. */
    @ParameterizedTest
    @CsvSource({"false, false", "false, true", "true, false", "true, true"})
    void shouldTellAmidAMessage(boolean fec, boolean paths) {
        Words words = new Words(fec, paths);
        int wrong = 0;
        for (int i = 0; i < 100; i++) {
            Words told = packet(words, UrdmaOpcode.WRITE_MIDDLE, 1424, 1 << 20, i < 90);
            wrong += told.equals(words) ? 0 : 1;
        }
        assertThat(wrong).isLessThanOrEqualTo(paths ? 2 : 0);
    }

    /** The requests without payload have one length each. */
    @Test
    void shouldTellByRequestsAndRepairPackets() {
        Words words = new Words(false, true);
        for (int opcode :
                new int[] {
                    UrdmaOpcode.READ_REQUEST, UrdmaOpcode.FETCH_ADD, UrdmaOpcode.ATOMIC_ACKNOWLEDGE
                }) {
            HeaderSense fresh = new HeaderSense();
            int length = UrdmaOpcode.headerLength(opcode, false, true);
            UrdmaBth.write(b, AT, opcode, 0, 0, 0xffff, QP, 1);
            assertThat(words(fresh, length).paths()).isTrue();
            UrdmaBth.write(b, AT, opcode, 0, 0, 0xffff, QP, 1);
            assertThat(words(fresh, length - 4).paths()).isFalse();
        }
        assertThat(packet(words, UrdmaOpcode.READ_REQUEST, 0, READ_BYTES)).isEqualTo(words);
    }

    @ParameterizedTest
    @CsvSource({"false", "true"})
    void shouldTellByARepairPacketOfOneMember(boolean paths) {
        int opcode = UrdmaOpcode.REPAIR_REQUESTS;
        int header = UrdmaOpcode.headerLength(opcode, true, paths);
        UrdmaBth.write(b, AT, opcode, 0, 0, 0xffff, QP, 1);
        RepairHeader.write(b, AT + Bth.LENGTH, 0, 1, 1, 7, 0xca, 0, 216);
        if (paths) {
            b.putLong(AT + 20, 0x0000_0042_ca00_00d8L);
        }
        assertThat(words(sense, header + 216).paths()).isEqualTo(paths);
    }

    @Test
    void shouldBelieveWhatTheEndsAgreedOn() {
        Words words = new Words(true, true);
        sense.learn(HOST, QP, true, true);
        for (int i = 0; i < 20; i++) {
            assertThat(packet(words, UrdmaOpcode.WRITE_MIDDLE, 1424, 1 << 20, false))
                    .isEqualTo(words);
        }
        sense.learn(HOST, QP, false, false);
        assertThat(packet(Words.NONE, UrdmaOpcode.SEND_ONLY_WITH_IMMEDIATE, 8, 8))
                .isEqualTo(Words.NONE);
    }

    @Test
    void shouldLearnFromAListOfPaths() {
        UrdmaBth.write(b, AT, UrdmaOpcode.PATHS, 0, 0, 0xffff, QP, 0);
        PathsPacket.write(b, AT + Bth.LENGTH, 0, 0, 0, 1, 0, false);
        assertThat(words(sense, 24)).isEqualTo(Words.NONE);
        Words words = new Words(false, true);
        assertThat(packet(words, UrdmaOpcode.WRITE_MIDDLE, 1424, 1 << 20)).isEqualTo(words);
        // With paths known, a word of either kind before immediate data is the path's.
        assertThat(packet(words, UrdmaOpcode.SEND_ONLY_WITH_IMMEDIATE, 8, 8)).isEqualTo(words);
    }

    /** One damaged packet turns nothing round, and no length or cut makes it fail. */
    @Test
    void shouldBearDamageAndNoise() {
        Words words = new Words(true, true);
        for (int i = 0; i < 10; i++) {
            packet(words, UrdmaOpcode.SEND_ONLY, 100, 100);
        }
        packet(Words.NONE, UrdmaOpcode.SEND_ONLY, 100, 100);
        assertThat(packet(words, UrdmaOpcode.WRITE_MIDDLE, 77, 1 << 20)).isEqualTo(words);
        for (int i = 0; i < 20_000; i++) {
            random.nextBytes(b.array());
            b.put(AT, (byte) (0xc0 + random.nextInt(0x20)));
            int length = Bth.LENGTH + random.nextInt(80);
            b.limit(AT + Bth.LENGTH + random.nextInt(length));
            int at = AT + random.nextInt(2);
            HeaderSense.Words told = sense.words(HOST, b, at, length);
            assertThat(told).isNotNull();
            b.clear();
        }
    }
}
