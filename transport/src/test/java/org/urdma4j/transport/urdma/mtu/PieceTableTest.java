package org.urdma4j.transport.urdma.mtu;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

class PieceTableTest {
    private final PieceTable table = new PieceTable();

    private record Piece(long psn, int at, int bytes) {}

    @Test
    void shouldKnowWhenAPacketIsWhole() {
        assertThat(table.take(5, 0, 0, 1024, 4000)).isFalse();
        assertThat(table.take(5, 0, 3072, 928, 4000)).isFalse();
        assertThat(table.take(5, 0, 1024, 1024, 4000)).isFalse();
        assertThat(table.take(5, 0, 1024, 1024, 4000)).as("twice").isFalse();
        assertThat(table.take(5, 0, 2048, 1024, 4000)).isTrue();
    }

    @Test
    void shouldTakeOnePieceForAllIfItIs() {
        assertThat(table.take(5, 0, 0, 16_384, 16_384)).isTrue();
        assertThat(table.take(6, 0, 0, 1, 1)).isTrue();
    }

    /** A path may become narrower twice. */
    @Test
    void shouldTakePiecesOfDifferentSizes() {
        assertThat(table.take(5, 0, 0, 4096, 16_384)).isFalse();
        for (int at = 3072; at < 16_384 - 1024; at += 1024) {
            assertThat(table.take(5, 0, at, 1024, 16_384)).isFalse();
        }
        assertThat(table.take(5, 0, 15_360, 1024, 16_384)).isTrue();
    }

    @Test
    void shouldPutManyTogetherInAnyOrder() {
        List<Piece> pieces = new ArrayList<>();
        for (long psn = 1 << 24; psn < (1 << 24) + 3000; psn++) {
            for (int at = 0; at < 8900; at += 1280) {
                pieces.add(new Piece(psn, at, Math.min(1280, 8900 - at)));
            }
        }
        Collections.shuffle(pieces, new Random(3));
        long whole =
                pieces.stream()
                        .filter(piece ->
                                table.take(piece.psn, 1 << 24, piece.at, piece.bytes, 8900))
                        .count();
        assertThat(whole).isEqualTo(3000);
    }

    @Test
    void shouldKeepTheOldestWhenThereIsNoRoom() {
        long apart = PieceTable.MOST;
        assertThat(table.take(100 + apart, 0, 0, 256, 512)).isFalse();
        assertThat(table.take(100, 0, 0, 256, 512)).isFalse();
        assertThat(table.take(100 + apart, 0, 256, 256, 512)).as("had no room").isFalse();
        assertThat(table.take(100, 0, 256, 256, 512)).isTrue();
    }

    /** Whoever leaves packets incomplete can't make us remember any number of them. */
    @Test
    void shouldForgetWhatHasArrivedOtherwise() {
        for (long psn = 0; psn < 1_000_000; psn++) {
            assertThat(table.take(psn, Math.max(0, psn - 10), 0, 256, 512)).isFalse();
        }
        assertThat(table.take(999_999, 999_990, 256, 256, 512)).isTrue();
        assertThat(table.take(999_900, 999_900, 256, 256, 512)).as("long forgotten").isFalse();
    }
}
