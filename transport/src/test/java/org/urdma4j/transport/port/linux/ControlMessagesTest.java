package org.urdma4j.transport.port.linux;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

class ControlMessagesTest {
    private static final int UDP = 17;
    private static final int UDP_GRO = 104;

    private final MemorySegment controls = Arena.ofAuto().allocate(96, 8);
    private long end;

    private void add(int level, int type, int bytes, int value) {
        long at = ControlMessages.begin(controls, end, level, type, bytes);
        if (bytes == 1) {
            controls.set(ValueLayout.JAVA_BYTE, at, (byte) value);
        } else {
            controls.set(ValueLayout.JAVA_INT, at, value);
        }
        end += 24;
    }

    @Test
    void shouldFindEachInWhateverOrder() {
        add(UDP, UDP_GRO, 4, 1000);
        add(0, 1, 1, 0xbb);
        assertThat(SegmentControl.read(controls, 0, end)).isEqualTo(1000);
        assertThat(TrafficClassControl.read(controls, 0, end)).isEqualTo(0xbb);
        end = 0;
        add(41, 67, 4, 3);
        add(UDP, UDP_GRO, 4, 7);
        assertThat(SegmentControl.read(controls, 0, end)).isEqualTo(7);
        assertThat(TrafficClassControl.read(controls, 0, end)).isEqualTo(3);
    }

    private void addTime(long seconds, long nanos) {
        long at = ControlMessages.begin(controls, end, 1, 35, 16);
        controls.set(ValueLayout.JAVA_LONG, at, seconds);
        controls.set(ValueLayout.JAVA_LONG, at + 8, nanos);
        end += 32;
    }

    @Test
    void shouldFindTheTimeBesideTheOthers() {
        addTime(1_800_000_000, 999_999_999);
        add(UDP, UDP_GRO, 4, 1000);
        add(0, 1, 1, 3);
        assertThat(TimestampControl.read(controls, 0, end)).isEqualTo(1_800_000_000_999_999_999L);
        assertThat(SegmentControl.read(controls, 0, end)).isEqualTo(1000);
        assertThat(TrafficClassControl.read(controls, 0, end)).isEqualTo(3);
        assertThat(TimestampControl.read(controls, 32, end - 32)).isEqualTo(TimestampControl.NONE);
        assertThat(TimestampControl.read(controls, 0, 24)).isEqualTo(TimestampControl.NONE);
    }

    /** The time of day is set while a packet waits, or there is no stamp. */
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "1, 1",
        "100000000, 100000000",
        "100000001, 0",
        "-1, 0",
        "-3600000000000, 0",
        "86400000000000, 0"
    })
    void shouldBelieveNoWaitThatCannotBe(long since, long waited) {
        RingBuffers buffers = new RingBuffers(1);
        long stamp = 1_800_000_000L * 1_000_000_000L + 5;
        assertThat(buffers.waitedNs(0, stamp + since)).as("without a stamp").isZero();
        MemorySegment memory = buffers.memory();
        long at = ControlMessages.begin(memory, buffers.controlAt(0), 1, 35, 16);
        memory.set(ValueLayout.JAVA_LONG, at, 1_800_000_000L);
        memory.set(ValueLayout.JAVA_LONG, at + 8, 5);
        memory.set(ValueLayout.JAVA_INT, 4, 32);
        assertThat(buffers.waitedNs(0, stamp + since)).isEqualTo(waited);
    }

    @Test
    void shouldFindNothingWhereThereIsNothing() {
        add(1, 29, 4, 5);
        assertThat(SegmentControl.read(controls, 0, end)).isZero();
        assertThat(TrafficClassControl.read(controls, 0, end)).isZero();
        assertThat(TrafficClassControl.read(controls, 0, 0)).isZero();
    }

    /** What a slot held before isn't read again, and what is cut off (MSG_CTRUNC) isn't there. */
    @Test
    void shouldNotReadBeyondTheEnd() {
        add(UDP, UDP_GRO, 4, 1000);
        add(0, 1, 1, 3);
        assertThat(TrafficClassControl.read(controls, 0, 24)).isZero();
        assertThat(TrafficClassControl.read(controls, 0, 40)).isZero();
    }

    @Test
    void shouldEndWhateverTheLengthsSay() {
        for (long length : new long[] {0, -1, 1, 1L << 40}) {
            controls.set(ValueLayout.JAVA_LONG, 0, length);
            controls.set(ValueLayout.JAVA_INT, 8, 5);
            assertThat(TrafficClassControl.read(controls, 0, 48)).isZero();
        }
    }
}
