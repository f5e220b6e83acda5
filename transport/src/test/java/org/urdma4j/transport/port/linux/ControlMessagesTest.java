package org.urdma4j.transport.port.linux;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

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
