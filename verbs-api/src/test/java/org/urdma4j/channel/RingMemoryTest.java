package org.urdma4j.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.VerbsException;

import java.util.ArrayList;
import java.util.List;

class RingMemoryTest {
    private static final int MIB = 1 << 20;

    /**
     * A host of 1.2 GB, of which a quarter is for the heap and as much for memory outside of it.
     */
    private final RingMemory memory = new RingMemory(300L * MIB);

    private final List<RingMemory.Share> shares = new ArrayList<>();

    private RingMemory.Share take() {
        RingMemory.Share share = memory.take(this, ChannelOptions.DEFAULT);
        shares.add(share);
        return share;
    }

    private int fill() {
        int before = Integer.MAX_VALUE;
        for (int i = 0; ; i++) {
            try {
                int bytes = take().receiveBytes();
                assertThat(bytes).isLessThanOrEqualTo(before);
                before = bytes;
            } catch (VerbsException e) {
                assertThat(e.errno()).isEqualTo(Errno.ENOMEM);
                assertThat(e)
                        .hasMessageContaining("%d have 300 MiB of 300".formatted(shares.size()))
                        .hasMessageNotContaining("\n");
                return i;
            }
        }
    }

    @Test
    void shouldGiveWhatIsWantedAndThenLess() {
        for (int i = 0; i < 4; i++) {
            assertThat(take().receiveBytes()).isEqualTo(16 * MIB);
        }
        assertThat(fill()).isGreaterThan(40);
        assertThat(memory.taken()).isLessThanOrEqualTo(300L * MIB);
        assertThat(shares.getLast().sendBytes()).isEqualTo(ChannelOptions.LEAST);
    }

    @Test
    void shouldHaveAllOfItAgain() {
        fill();
        shares.forEach(RingMemory.Share::end);
        shares.forEach(RingMemory.Share::end);
        assertThat(memory.taken()).isZero();
        assertThat(take().receiveBytes()).isEqualTo(16 * MIB);
    }

    @Test
    void shouldGiveNoRingMoreThanAnEighth() {
        ChannelOptions large = ChannelOptions.builder().receiveBytes(1 << 30).build();
        RingMemory.Share share = memory.take(this, large);
        assertThat(share.receiveBytes()).isEqualTo(32 * MIB);
        assertThat(share.sendBytes()).isEqualTo(16 * MIB);
    }

    @Test
    void shouldRefuseWhereThereIsNearlyNothing() {
        RingMemory none = new RingMemory(1 << 16);
        assertThatThrownBy(() -> none.take(this, ChannelOptions.DEFAULT))
                .isInstanceOf(VerbsException.class)
                .hasMessageContaining("no memory for another channel: 0 have");
        assertThat(none.taken()).isZero();
    }
}
