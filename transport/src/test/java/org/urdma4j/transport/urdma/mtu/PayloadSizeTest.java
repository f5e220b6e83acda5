package org.urdma4j.transport.urdma.mtu;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.codec.ib.Bth;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** Packets of a message are alike where that takes no more of them. */
class PayloadSizeTest {
    private static List<Integer> cut(PayloadSize size, long message) {
        List<Integer> all = new ArrayList<>();
        for (long at = 0; at < message; at += all.getLast()) {
            all.add((int) Math.min(size.of(message, 0, at), message - at));
        }
        return all;
    }

    /** Returns what a payload takes, pad included. */
    private static int padded(int payload) {
        return payload + Bth.padFor(payload);
    }

    @ParameterizedTest
    @CsvSource({
        "1428, 2048, 1024 1024",
        "1428, 3000, 1000 1000 1000",
        "1428, 4096, 1366 1365 1365",
        "1428, 2002, 1001 1001",
        "8928, 16384, 8192 8192",
        "8928, 17851, 8926 8925",
        "1428, 64, 64",
        "1428, 1428, 1428",
        "1428, 2001, 1428 573", // 1001 takes a word more than 1000
        "256, 512, 256 256",
    })
    void shouldCutEvenlyWhereThatCanBe(int full, long message, String each) {
        assertThat(cut(new PayloadSize(full, true), message))
                .isEqualTo(Stream.of(each.split(" ")).map(Integer::valueOf).toList());
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 4097 * 256, 1 << 20, 1L << 40})
    void shouldCutFullPacketsOfWhatFillsManySends(long message) {
        PayloadSize size = new PayloadSize(1428, true);
        assertThat(size.of(message, 0, 0)).isEqualTo(1428);
        assertThat(size.of(message, 0, message / 2)).isEqualTo(1428);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldNeverTakeMorePackets(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            PayloadSize size = new PayloadSize(4 * random.nextInt(64, 4097), true);
            long message = random.nextLong(1, 300_000);
            List<Integer> all = cut(size, message);
            assertThat(all.size()).isEqualTo((int) size.packets(message));
            List<Integer> butLast = all.subList(0, all.size() - 1);
            boolean full = butLast.stream().allMatch(n -> n == size.bytes());
            boolean alike = all.stream().mapToInt(PayloadSizeTest::padded).distinct().count() == 1;
            assertThat(full || alike).as("%s of %s", all, size.bytes()).isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "1428, 4096, 1367 1367 1362", // and a word
        "1428, 2852, 1428 1424",
        "1428, 2856, 1428 1428", // there is no room for it, so the last is longer
        "1428, 2853, 1428 1425",
        "1428, 1428, 1428",
        "8928, 65536, 8928 8928 8928 8928 8928 8928 8928 3040", // 8192 and a half
    })
    void shouldLeaveRoomForWhatTheLastHasBehindItsHeaders(int full, long message, String each) {
        PayloadSize size = new PayloadSize(full, true);
        List<Integer> all = new ArrayList<>();
        for (long at = 0; at < message; at += all.getLast()) {
            all.add((int) Math.min(size.of(message, 4, at), message - at));
        }
        assertThat(all).isEqualTo(Stream.of(each.split(" ")).map(Integer::valueOf).toList());
    }

    /** A packet that was cut while another size held may begin anywhere. */
    @Test
    void shouldComeToAnEndFromAnywhere() {
        PayloadSize size = new PayloadSize(1428, true);
        for (int at = 0; at < 4096; at++) {
            assertThat(size.of(4096, 0, at)).isBetween(1365, 1366);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {2048, 3000})
    void shouldBeFullWhereThatIsAgreed(long message) {
        assertThat(new PayloadSize(1428, false).of(message, 0, 0)).isEqualTo(1428);
    }
}
