package org.urdma4j.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.VerbsException;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

class RingMemoryTest {
    private static final int MIB = 1 << 20;
    private static final int WANTED = 16 * MIB;
    private static final Duration TURN = Duration.ofSeconds(10);

    /**
     * A host of 1.2 GB, of which a quarter is for the heap and as much for memory outside of it.
     */
    private final RingMemory memory = new RingMemory(300L * MIB, TURN);

    private final List<RingMemory.Share> shares = new ArrayList<>();

    private RingMemory.Share take() {
        RingMemory.Share share = memory.take(this);
        shares.add(share);
        return share;
    }

    /** Returns how many channels there are then. */
    private int fill() {
        while (true) {
            try {
                take();
            } catch (VerbsException e) {
                assertThat(e.errno()).isEqualTo(Errno.ENOMEM);
                assertThat(e)
                        .hasMessageContaining("%d have 300 MiB of 300".formatted(shares.size()))
                        .hasMessageNotContaining("\n");
                return shares.size();
            }
        }
    }

    @Test
    void shouldHaveRoomForThousandsThatRest() {
        assertThat(fill()).isEqualTo(2_400);
        assertThat(memory.taken()).isEqualTo(300L * MIB);
        assertThat(shares.getFirst().grant(Ring.FIRST, 0)).isZero();
    }

    @Test
    void shouldGrantWhatIsWantedAndThenLess() {
        int before = WANTED;
        int full = 0;
        while (before > 0) {
            int granted = take().grant(WANTED, Ring.FIRST);
            assertThat(granted).isLessThanOrEqualTo(before);
            full += granted == WANTED ? 1 : 0;
            before = granted;
        }
        assertThat(full).isGreaterThan(8);
        assertThat(memory.taken()).isLessThan(300L * MIB);
        assertThat(take()).as("others have room yet").isNotNull();
    }

    @Test
    void shouldHaveAllOfItAgain() {
        take().grant(WANTED, Ring.FIRST);
        fill();
        shares.forEach(RingMemory.Share::end);
        shares.forEach(RingMemory.Share::end);
        shares.getFirst().giveBack(WANTED);
        assertThat(memory.taken()).isZero();
        assertThat(shares.getFirst().grant(WANTED, 0)).as("that has ended").isZero();
        assertThat(take().grant(WANTED, Ring.FIRST)).isEqualTo(WANTED);
    }

    @Test
    void shouldHaveARingAgainThatIsThereNoMore() {
        RingMemory.Share share = take();
        long before = memory.taken();
        int granted = share.grant(WANTED, Ring.FIRST);
        assertThat(memory.taken()).isEqualTo(before + WANTED);
        share.giveBack(granted);
        assertThat(memory.taken()).isEqualTo(before);
    }

    @Test
    void shouldGrantNoRingMoreThanAnEighth() {
        assertThat(take().grant(1 << 30, Ring.FIRST)).isEqualTo(32 * MIB);
    }

    @Test
    void shouldRefuseWhereThereIsNearlyNothing() {
        RingMemory none = new RingMemory(1 << 16, TURN);
        assertThatThrownBy(() -> none.take(this))
                .isInstanceOf(VerbsException.class)
                .hasMessageContaining("no memory for another channel: 0 have");
        assertThat(none.taken()).isZero();
    }
}
