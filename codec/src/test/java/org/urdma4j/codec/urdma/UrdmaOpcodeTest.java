package org.urdma4j.codec.urdma;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.urdma4j.codec.ib.Opcode;

import java.util.Set;
import java.util.stream.IntStream;

class UrdmaOpcodeTest {
    /** Opcodes within the range that mean nothing. */
    private static final Set<Integer> NONE = Set.of(0xd5);

    /** Opcode, extended headers, where T1, FEC word and payload stand without and with FEC. */
    @ParameterizedTest
    @CsvSource({
        "C0, SEND_FIRST, 16, 28, 36, 36, 44",
        "C1, SEND_MIDDLE, 16, 28, 36, 36, 44",
        "C2, SEND_LAST, 16, 28, 36, 36, 44",
        "C3, SEND_LAST_WITH_IMMEDIATE, 20, 32, 40, 40, 44",
        "C4, SEND_ONLY, 16, 28, 36, 36, 44",
        "C5, SEND_ONLY_WITH_IMMEDIATE, 20, 32, 40, 40, 44",
        "C6, WRITE_FIRST, 16, 28, 36, 36, 44",
        "C7, WRITE_MIDDLE, 16, 28, 36, 36, 44",
        "C8, WRITE_LAST, 16, 28, 36, 36, 44",
        "C9, WRITE_LAST_WITH_IMMEDIATE, 20, 32, 40, 40, 44",
        "CA, WRITE_ONLY, 16, 28, 36, 36, 44",
        "CB, WRITE_ONLY_WITH_IMMEDIATE, 20, 32, 40, 40, 44",
        "CC, READ_REQUEST, 20, 32, -1, 40, 40",
        "CD, READ_RESPONSE_FIRST, 16, 28, 36, 36, 44",
        "CE, READ_RESPONSE_MIDDLE, 16, 28, 36, 36, 44",
        "CF, READ_RESPONSE_LAST, 16, 28, 36, 36, 44",
        "D0, READ_RESPONSE_ONLY, 16, 28, 36, 36, 44",
        "D1, ACKNOWLEDGE, 24, -1, -1, 36, 36",
        "D2, ATOMIC_ACKNOWLEDGE, 24, 36, -1, 44, 44",
        "D3, COMPARE_SWAP, 32, 44, -1, 52, 52",
        "D4, FETCH_ADD, 32, 44, -1, 52, 52",
        "D6, SEND_LAST_WITH_INVALIDATE, 20, 32, 40, 40, 44",
        "D7, SEND_ONLY_WITH_INVALIDATE, 20, 32, 40, 40, 44",
        "D8, REPAIR_REQUESTS, 4, 16, -1, 24, 24",
        "D9, REPAIR_ANSWERS, 4, 16, -1, 24, 24",
        "DA, REPORT_REQUESTS, 68, -1, -1, 80, 80",
        "DB, REPORT_ANSWERS, 68, -1, -1, 80, 80",
        "DC, PROBE, 16, -1, -1, 28, 28",
        "DD, PATHS, 12, -1, -1, 24, 24",
        "DF, REPORT_PATHS, 4, -1, -1, 16, 16",
        "DE, GRANT, 0, 12, -1, 40, 40",
    })
    void shouldHaveTheLayoutOfTheProfile(
            String hex, String name, int extended, int t1, int fecWord, int header, int withFec) {
        int opcode = Integer.parseInt(hex, 16);
        assertThat(UrdmaOpcode.isUrdma(opcode)).isTrue();
        assertThat(UrdmaOpcode.name(opcode)).isEqualTo("URDMA_" + name);
        assertThat(UrdmaOpcode.extendedLength(opcode)).isEqualTo(extended);
        assertThat(UrdmaOpcode.timestampOffset(opcode)).isEqualTo(t1);
        assertThat(UrdmaOpcode.fecWordOffset(opcode)).isEqualTo(fecWord);
        assertThat(UrdmaOpcode.headerLength(opcode, false)).isEqualTo(header);
        assertThat(UrdmaOpcode.headerLength(opcode, true)).isEqualTo(withFec);
    }

    /** Behind Tr, in repair packets behind T1; four bytes more for all that comes after. */
    @Test
    void shouldHaveThePathWordBehindTheTimestamps() {
        for (int opcode = 0; opcode < 256; opcode++) {
            int t1 = UrdmaOpcode.timestampOffset(opcode);
            boolean has = t1 != UrdmaOpcode.ABSENT && opcode != 0xde; // a grant is of no path
            int behind = opcode == 0xd8 || opcode == 0xd9 ? 4 : 8;
            int word = UrdmaOpcode.pathWordOffset(opcode);
            assertThat(word).as("0x%02x", opcode).isEqualTo(has ? t1 + behind : -1);
            for (boolean fec : new boolean[] {false, true}) {
                int plain = UrdmaOpcode.headerLength(opcode, fec);
                assertThat(UrdmaOpcode.headerLength(opcode, fec, false)).isEqualTo(plain);
                int more = has ? 4 : 0;
                assertThat(UrdmaOpcode.headerLength(opcode, fec, true)).isEqualTo(plain + more);
            }
            int fecWord = UrdmaOpcode.fecWordOffset(opcode);
            assertThat(UrdmaOpcode.fecWordOffset(opcode, false)).isEqualTo(fecWord);
            assertThat(UrdmaOpcode.fecWordOffset(opcode, true))
                    .isEqualTo(fecWord == -1 ? -1 : word + 4);
        }
    }

    @Test
    void shouldMeanWhatTheRcOperationMeans() {
        for (int opcode = 0xc0; opcode < 0xd8; opcode++) {
            int base = UrdmaOpcode.base(opcode);
            assertThat(base).isEqualTo(opcode - 0xc0);
            int same = ~(Opcode.RETH | Opcode.AETH);
            assertThat(UrdmaOpcode.flags(opcode) & same).isEqualTo(Opcode.flags(base) & same);
        }
    }

    @Test
    void shouldNumberRequestsAndTheirAnswers() {
        int[] offsets =
                IntStream.of(0xcc, 0xcd, 0xd0, 0xd2, 0xd3, 0xd4, 0xc0, 0xca, 0xd1, 0xd8)
                        .map(UrdmaOpcode::requestNumberOffset)
                        .toArray();
        assertThat(offsets).containsExactly(28, 12, 12, 12, 40, 40, -1, -1, -1, -1);
    }

    @Test
    void shouldKnowNothingElse() {
        for (int opcode = 0; opcode < 256; opcode++) {
            boolean urdma = opcode >= 0xc0 && opcode <= 0xdf && !NONE.contains(opcode);
            assertThat(UrdmaOpcode.isUrdma(opcode)).as("0x%02x", opcode).isEqualTo(urdma);
            assertThat(UrdmaOpcode.isUrdma(opcode + 256)).isEqualTo(urdma);
            // The Standard profile takes them for what they are there: somebody else's.
            assertThat(urdma && Opcode.known(opcode)).isFalse();
        }
    }
}
