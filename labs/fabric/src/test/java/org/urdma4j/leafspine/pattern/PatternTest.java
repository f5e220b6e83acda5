package org.urdma4j.leafspine.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.urdma4j.leafspine.net.Noise;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

class PatternTest {
    private static final int SERVERS = 4;
    private static final int NICS = 3;

    private record Message(int from, int to, long bytes) {}

    /** Delivers all that a job sends, in the order in which it sends. */
    private static List<Message> delivered(Traffic job) {
        List<Message> all = new ArrayList<>();
        ArrayDeque<Message> under = new ArrayDeque<>();
        Mesh mesh = (from, to, bytes) -> under.add(new Message(from, to, bytes));
        job.start(mesh);
        while (!under.isEmpty()) {
            assertThat(job.isOver()).isFalse();
            Message message = under.poll();
            all.add(message);
            job.onReceived(mesh, message.from(), message.to());
        }
        assertThat(job.isOver()).isTrue();
        return all;
    }

    @ParameterizedTest
    @EnumSource
    void jobsShouldSendWhatTheySay(Pattern pattern) {
        long bytes = pattern.rounded(1001, SERVERS);
        for (Traffic job : pattern.jobs(SERVERS, NICS, bytes, new Noise(3))) {
            List<Message> all = delivered(job);

            assertThat(all.stream().mapToLong(Message::bytes).sum()).isEqualTo(job.bytes());
            assertThat(all).noneMatch(it -> it.from() == it.to());
        }
    }

    @Test
    void allToAllShouldSendToTheNextRankFirst() {
        Traffic job = new AllToAll(new int[] {0, 8, 16, 24}, 400);

        assertThat(delivered(job).subList(3, 6))
                .containsExactly(
                        new Message(8, 16, 100), new Message(8, 24, 100), new Message(8, 0, 100));
    }

    @Test
    void aRingShouldWaitForThePieceOfTheStepBefore() {
        RingAllReduce ring = new RingAllReduce(new int[] {5, 6, 7}, 300);
        List<Message> sent = new ArrayList<>();
        Mesh mesh = (from, to, bytes) -> sent.add(new Message(from, to, bytes));
        ring.start(mesh);
        assertThat(sent)
                .containsExactly(
                        new Message(5, 6, 100), new Message(6, 7, 100), new Message(7, 5, 100));

        ring.onReceived(mesh, 5, 6);

        assertThat(sent).hasSize(4).endsWith(new Message(6, 7, 100));
        assertThat(delivered(new RingAllReduce(new int[] {5, 6, 7}, 300))).hasSize(3 * 4);
    }

    @Test
    void aPermutationShouldLeaveTheServerAndHitEachOnce() {
        for (int seed = 0; seed < 50; seed++) {
            Set<Integer> hit = new HashSet<>();
            for (Message message : delivered(new Permutation(SERVERS, NICS, 10, new Noise(seed)))) {
                assertThat(message.from() / NICS).isNotEqualTo(message.to() / NICS);
                hit.add(message.to());
            }
            assertThat(hit).hasSize(SERVERS * NICS);
        }
    }

    @Test
    void shouldRoundUpToWhatRanksDivide() {
        assertThat(Pattern.ALLTOALL.rounded(10, 4)).isEqualTo(12);
        assertThat(Pattern.ALLREDUCE.rounded(12, 4)).isEqualTo(12);
        assertThat(Pattern.INCAST.rounded(10, 4)).isEqualTo(10);
    }
}
