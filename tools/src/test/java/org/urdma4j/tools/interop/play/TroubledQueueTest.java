package org.urdma4j.tools.interop.play;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

class TroubledQueueTest {
    private final List<Integer> released = new ArrayList<>();

    private List<Integer> pass(Trouble trouble, int count) {
        TroubledQueue<Integer> queue =
                new TroubledQueue<>(trouble, packet -> -packet, released::add);
        List<Integer> passed =
                IntStream.rangeClosed(1, count)
                        .boxed()
                        .flatMap(i -> queue.pass(i).stream())
                        .toList();
        queue.close();
        return passed;
    }

    @Test
    void shouldLoseEverySoManieth() {
        assertThat(pass(Trouble.LOSS, 130)).hasSize(128).doesNotContain(61, 122);
        assertThat(released).containsExactly(61, 122);
    }

    @Test
    void shouldPassEverySoManiethTwice() {
        assertThat(pass(Trouble.DUPLICATION, 38)).hasSize(39).containsSequence(36, 37, -37, 38);
        assertThat(released).isEmpty();
    }

    @Test
    void shouldPassEverySoManiethThreeLater() {
        assertThat(pass(Trouble.REORDERING, 47)).hasSize(47).endsWith(42, 44, 45, 46, 43, 47);
        assertThat(released).isEmpty();
    }

    @Test
    void shouldReleaseWhatIsStillHeld() {
        assertThat(pass(Trouble.REORDERING, 44)).hasSize(43).endsWith(42, 44);
        assertThat(released).containsExactly(43);
    }
}
