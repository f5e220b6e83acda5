package org.urdma4j.tunnel.cell;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;

/** Frames become cells and frames again; the bytes are those of docs/wire-urdma.md. */
class CellsTest {
    private static final int QUEUE = 1 << 20;

    private final SplittableRandom random = new SplittableRandom(11);

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    /** The text of the page's example, and the one before it. */
    @Test
    void shouldStandAsTheDocumentationSays() {
        Ends ends = new Ends(QUEUE);
        for (int i = 0; i < 3; i++) {
            assertThat(hex(ends.cell(40))).isEqualTo("0000000" + i + "ffff" + "00".repeat(34));
        }
        String long1 = "ab".repeat(32) + "c0ffee00";
        String short1 = "02000000000202000000000188b575726d61";
        ends.send(HexFormat.of().parseHex(long1));
        ends.send(HexFormat.of().parseHex(short1));

        assertThat(hex(ends.cell(40))).isEqualTo("000000030000" + "0024" + "ab".repeat(32));
        assertThat(hex(ends.cell(40)))
                .isEqualTo("00000004" + "0004" + "c0ffee00" + "0012" + short1 + "00".repeat(10));
        assertThat(ends.writer.hasWaiting()).isFalse();
    }

    /** With one, two or three bytes left over, a length is there only with a byte of its frame. */
    @Test
    void shouldNotDivideALengthOrLeaveItAlone() {
        for (int left = 1; left <= 3; left++) {
            Ends ends = new Ends(QUEUE);
            ends.send(Ends.frame(random, 34 - 2 - left));
            ends.send(new byte[] {1, 2, 3, 4});
            byte[] first = ends.cell(40);
            byte[] second = ends.cell(40);

            if (left < 3) {
                assertThat(hex(first)).endsWith("00".repeat(left));
                assertThat(hex(second)).startsWith("00000001" + "0000" + "0004" + "01020304");
            } else {
                assertThat(hex(first)).endsWith("0004" + "01");
                assertThat(hex(second)).startsWith("00000001" + "ffff" + "020304" + "0000");
            }
            ends.receiveAll(List.of(first, second));
            assertThat(ends.came).hasSize(2);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {12, 13, 40, 101, 1428, 8928, 16_344})
    void shouldCarryFramesOfEveryLength(int text) {
        Ends ends = new Ends(QUEUE);
        List<byte[]> sent = new ArrayList<>();
        int most = text < 100 ? 300 : 9014;
        for (int length = 14; length <= most; length++) {
            byte[] frame = Ends.frame(random, length);
            sent.add(frame);
            assertThat(ends.send(frame)).isTrue();
            ends.receiveAll(ends.cells(text));
        }
        byte[] longest = Ends.frame(random, CellText.LONGEST_FRAME);
        sent.add(longest);
        ends.send(longest);
        ends.receiveAll(ends.cells(text));

        assertThat(ends.came).usingElementComparator(Arrays::compare).isEqualTo(sent);
        assertThat(ends.reader.framesLost() + ends.reader.malformed()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {13, 64, 1428, 8928})
    void shouldFillCellsAsCounted(int text) {
        Ends ends = new Ends(QUEUE);
        List<byte[]> sent = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            sent.add(Ends.frame(random, random.nextInt(14, 1515)));
            ends.send(sent.getLast());
        }
        List<byte[]> cells = ends.cells(text);

        assertThat(cells).hasSize(Layout.of(sent, text).getLast().last() + 1);
        ends.receiveAll(cells);
        assertThat(ends.came).usingElementComparator(Arrays::compare).isEqualTo(sent);
    }

    /** Empty cells between are no frames, and don't disturb those under way. */
    @Test
    void shouldSendNothingWhereNothingWaits() {
        Ends ends = new Ends(QUEUE);
        byte[] frame = Ends.frame(random, 100);
        for (int round = 0; round < 10; round++) {
            ends.receive(ends.cell(64), 0);
            ends.send(frame);
            ends.receiveAll(ends.cells(64));
        }

        assertThat(ends.came).hasSize(10).allSatisfy(one -> assertThat(one).isEqualTo(frame));
        assertThat(ends.reader.padding()).isEqualTo(10);
        assertThat(ends.reader.framesLost()).isZero();
    }

    /** A receiver that knows nothing gets the frame that was under way, whole. */
    @Test
    void shouldBeginAFrameAnewForAnotherReceiver() {
        Ends ends = new Ends(QUEUE);
        byte[] frame = Ends.frame(random, 300);
        ends.send(frame);
        ends.receive(ends.cell(64), 0);
        ends.writer.reset();
        ends.reader.reset();
        ends.receiveAll(ends.cells(64));

        assertThat(ends.came).hasSize(1);
        assertThat(ends.came.getFirst()).isEqualTo(frame);
    }

    @Test
    void shouldCountOnPastTheEndOfItsNumbers() {
        Ends ends = new Ends(QUEUE);
        byte[] text = new byte[64];
        text[4] = (byte) 0xff;
        text[5] = (byte) 0xff;
        // a receiver gets there by way of two jumps of less than half the numbers
        long[] numbers = {0, 0x7fff_0000L, 0xfffe_0000L, 0xffff_ffffL, 0x1_0000_0000L};
        for (long number : numbers) {
            ByteBuffer.wrap(text).putInt(0, (int) number);
            ends.receive(text, 0);
            ends.reader.onTimer(CellReader.HOLD_NS);
        }

        assertThat(ends.reader.cellsLost()).isEqualTo((1L << 32) + 1 - 5);
        assertThat(ends.reader.cellsLate()).isZero();
    }
}
