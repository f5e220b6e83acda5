package org.urdma4j.interop.play;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

class TroubledQueueTest {
    private final List<Integer> released = new ArrayList<>();

    private List<Integer> pass(Trouble trouble, int count, long seed) {
        TroubledQueue<Integer> queue =
                new TroubledQueue<>(
                        trouble, new SplittableRandom(seed), packet -> -packet, released::add);
        List<Integer> passed =
                IntStream.rangeClosed(1, count)
                        .boxed()
                        .flatMap(i -> queue.pass(i).stream())
                        .toList();
        queue.close();
        return passed;
    }

    @Test
    void shouldLoseAboutOneOfSoMany() {
        List<Integer> passed = pass(Trouble.LOSS, 61_000, 1);

        assertThat(61_000 - passed.size()).isBetween(880, 1120);
        assertThat(released).hasSize(61_000 - passed.size()).doesNotContainAnyElementsOf(passed);
    }

    @Test
    void shouldNotLoseTheSameOfEachWindow() {
        pass(Trouble.LOSS, 61_000, 1);

        assertThat(released.stream().map(packet -> packet % 61).distinct()).hasSize(61);
    }

    @Test
    void shouldLoseTheSameWithTheSameSeed() {
        List<Integer> passed = pass(Trouble.LOSS, 1000, 7);

        assertThat(pass(Trouble.LOSS, 1000, 7)).isEqualTo(passed);
        assertThat(pass(Trouble.LOSS, 1000, 8)).isNotEqualTo(passed);
    }

    @Test
    void shouldPassOneOfSoManyTwice() {
        List<Integer> passed = pass(Trouble.DUPLICATION, 3700, 1);

        List<Integer> copies = passed.stream().filter(packet -> packet < 0).toList();
        assertThat(copies.size()).isBetween(70, 130);
        assertThat(copies)
                .allSatisfy(
                        copy -> assertThat(passed.get(passed.indexOf(copy) - 1)).isEqualTo(-copy));
        assertThat(released).isEmpty();
    }

    @Test
    void shouldPassOneOfSoManyThreeLater() {
        List<Integer> passed = pass(Trouble.REORDERING, 4300, 1);

        List<Integer> late =
                IntStream.range(1, passed.size())
                        .filter(i -> passed.get(i) < passed.get(i - 1))
                        .map(passed::get)
                        .boxed()
                        .toList();
        assertThat(late.size()).isBetween(60, 130);
        assertThat(late)
                .allSatisfy(packet ->
                        assertThat(passed.get(passed.indexOf(packet) - 1)).isEqualTo(packet + 3));
        assertThat(passed.size() + released.size()).isEqualTo(4300);
        assertThat(released).hasSizeLessThanOrEqualTo(1);
    }
}
