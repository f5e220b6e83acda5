package org.urdma4j.transport.shape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.protection.shape.ChaffLimit;
import org.urdma4j.protection.shape.Shape;

/** Slots and chaff of one queue pair. */
class ConstantFlowTest {
    private static final long MS = 1_000_000L;
    private static final int BYTES = 900;

    /** 100 µs a slot. */
    private static ConstantFlow flow(ChaffLimit limit) {
        return new ConstantFlow(Shape.constant(80_000_000L, limit), BYTES, 100);
    }

    @Test
    void shouldEndChaffAtItsTimeExactly() {
        ConstantFlow flow = flow(ChaffLimit.ofNs(10 * MS));
        flow.open(7);
        assertThat(flow.chaff(1, 7)).as("the beginning counts as data").isEqualTo(1);
        assertThat(flow.chaff(1, 7 + 10 * MS - 1)).isEqualTo(1);
        assertThat(flow.chaff(1, 7 + 10 * MS)).isZero();
        flow.onData(20 * MS);
        assertThat(flow.chaff(1, 30 * MS - 1)).isEqualTo(1);
        assertThat(flow.chaff(1, 30 * MS)).isZero();
    }

    @Test
    void shouldEndChaffBeforeTheByteThatIsTooMuch() {
        ConstantFlow flow = flow(ChaffLimit.ofBytes(3 * BYTES + BYTES - 1));
        assertThat(flow.chaff(10, 0)).isEqualTo(3);
        assertThat(flow.onChaff(2)).isEqualTo(2 * BYTES);
        assertThat(flow.chaff(10, 0)).isEqualTo(1);
        flow.onChaff(1);
        assertThat(flow.chaff(10, 0)).isZero();
        flow.onData(0);
        assertThat(flow.chaff(10, 0)).isEqualTo(3);
    }

    @Test
    void shouldSendNoChaffWhereNoneIsAllowed() {
        assertThat(flow(ChaffLimit.ofNs(0)).chaff(1, 5)).isZero();
        assertThat(flow(ChaffLimit.ofBytes(0)).chaff(1, 5)).isZero();
        assertThat(flow(ChaffLimit.NONE).chaff(7, Long.MAX_VALUE / 2)).isEqualTo(7);
    }

    @Test
    void shouldComeUpAtTheNextSlot() {
        ConstantFlow flow = flow(ChaffLimit.NONE);
        assertThat(flow.open(MS)).isEqualTo(1);
        flow.onSent(1);

        assertThat(flow.deadlineNs(0)).as("a timer waits for it").isEqualTo(MS + 100_000);
        assertThat(flow.deadlineNs(Long.MAX_VALUE)).isEqualTo(MS + 100_000);
    }

    @Test
    void shouldNotComeUpWhenItIsSilent() {
        ConstantFlow flow = flow(ChaffLimit.NONE);
        flow.open(MS);
        flow.onNothing(MS);

        assertThat(flow.deadlineNs(Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
        assertThat(flow.deadlineNs(5 * MS)).isEqualTo(5 * MS);
        assertThat(flow.open(500 * MS)).as("no flood after silence").isEqualTo(1);
    }

    @Test
    void shouldComeUpForWhatWaitsAfterSilence() {
        ConstantFlow flow = flow(ChaffLimit.NONE);
        flow.open(MS);
        flow.onSent(1);
        flow.onNothing(MS);
        assertThat(flow.open(MS + 1)).isZero();

        assertThat(flow.deadlineNs(Long.MAX_VALUE)).isEqualTo(MS + 100_000);
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 0, 1, 999_999, 400_000_000_001L, Long.MAX_VALUE})
    void shouldRefuseRatesOutOfRange(long rate) {
        assertThatThrownBy(() -> Shape.constant(rate, ChaffLimit.NONE))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldRefuseWhatIsNoShape() {
        assertThatThrownBy(() -> new Shape(false, Shape.LEAST_RATE, ChaffLimit.NONE))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ChaffLimit.ofNs(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ChaffLimit.ofBytes(-1))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
