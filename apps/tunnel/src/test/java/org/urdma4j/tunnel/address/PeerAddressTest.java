package org.urdma4j.tunnel.address;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;

/** In virtual time, with words for addresses: who makes the stream turn, and what that costs. */
class PeerAddressTest {
    private static final long MS = 1_000_000;
    private static final int CELL = 1500;

    private final SplittableRandom random = new SplittableRandom(7);
    private final PeerAddress<String> peer = new PeerAddress<>("home", random::nextLong, CELL, 0);
    private final Map<String, Integer> sent = new HashMap<>();
    private final Map<String, Long> lastNonce = new HashMap<>();
    private long nowNs;
    private long order;

    private void cell(String from, long number, int bytes) {
        if (from.equals(peer.current())) {
            peer.fromCurrent(number, nowNs);
        } else if (from.equals(peer.candidate())) {
            peer.fromCandidate(number, bytes);
        } else if (peer.isNews(number, nowNs)) {
            peer.begin(from, number, bytes, nowNs);
        }
    }

    private void cell(String from) {
        cell(from, ++order, CELL);
    }

    private void answer(String from, long nonce) {
        cell(from);
        if (from.equals(peer.current())) {
            peer.answerFromCurrent(nonce, nowNs);
        } else if (from.equals(peer.candidate())) {
            peer.answerFromCandidate(nonce, nowNs);
        }
    }

    /** Lets time pass, and returns whether the stream turned. */
    private boolean run(long ms) {
        boolean moved = false;
        for (long i = 0; i < ms; i++) {
            nowNs += MS;
            moved |= peer.onTimer(nowNs);
            for (String to = peer.asks(nowNs); to != null; to = peer.asks(nowNs)) {
                sent.merge(to, CELL, Integer::sum);
                lastNonce.put(to, peer.ask(nowNs));
            }
        }
        return moved;
    }

    @Test
    void shouldFollowWhoAnswers() {
        cell("home");
        cell("away");
        assertThat(run(40)).isFalse();
        assertThat(peer.current()).isEqualTo("home");
        answer("away", lastNonce.get("away"));
        assertThat(run(10)).isTrue();
        assertThat(peer.current()).isEqualTo("away");
        assertThat(peer.candidate()).isNull();
    }

    /** One genuine cell sent on from elsewhere, with the other end silent or not. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldSendSilentAddressesNoMoreThanThreeForOne(boolean homeGoesOn) {
        cell("home");
        cell("trap");
        for (int i = 0; i < 100; i++) {
            assertThat(run(100)).isFalse();
            if (homeGoesOn) {
                cell("home");
            }
        }
        assertThat(peer.current()).isEqualTo("home");
        assertThat(sent.get("trap")).isBetween(1, 3 * CELL);
    }

    @Test
    void shouldAskWhenEnoughHasCome() {
        cell("home");
        cell("small", ++order, 128);
        run(10);
        assertThat(sent).isEmpty();
        cell("small", ++order, CELL / 3 - 128);
        run(1);
        assertThat(sent).containsEntry("small", CELL);
    }

    @Test
    void shouldIgnoreWhatIsNotNewer() {
        cell("home", 100, CELL);
        cell("trap", 99, CELL);
        cell("trap", 100, CELL);
        run(10);
        assertThat(sent).isEmpty();
    }

    @Test
    void shouldStayWhereTheOldAddressAnswersToo() {
        cell("home");
        cell("trap");
        run(20);
        peer.answerFromCandidate(lastNonce.get("trap"), nowNs);
        run(1);
        peer.answerFromCurrent(lastNonce.get("home"), nowNs);
        assertThat(run(2000)).isFalse();
        assertThat(peer.current()).isEqualTo("home");
    }

    /** An answer with another number, one that came from elsewhere, or one to the old address. */
    @ParameterizedTest
    @CsvSource({"away,wrong", "else,right", "home,right", "away,home"})
    void shouldTakeNoOtherAnswer(String from, String which) {
        cell("home");
        cell("away");
        run(20);
        long right = lastNonce.get(which.equals("home") ? "home" : "away");
        answer(from, which.equals("wrong") ? right + 1 : right);
        assertThat(run(2000)).isFalse();
        assertThat(peer.current()).isEqualTo("home");
    }

    /** Somebody on the way sends on what he likes from wherever, but can't read. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldNeverTurnToAddressesThatDoNotAnswer(long seed) {
        SplittableRandom chance = new SplittableRandom(seed);
        Map<String, Integer> received = new HashMap<>();
        for (int i = 0; i < 20_000; i++) {
            String from = chance.nextInt(4) == 0 ? "trap" + chance.nextInt(5) : "home";
            int bytes = 128 + chance.nextInt(CELL);
            received.merge(from, bytes, Integer::sum);
            cell(from, Math.max(1, ++order - chance.nextInt(3)), bytes);
            assertThat(run(chance.nextInt(20))).isFalse();
        }
        sent.remove("home");
        sent.forEach((to, bytes) -> assertThat(bytes).isLessThanOrEqualTo(3 * received.get(to)));
        assertThat(peer.current()).isEqualTo("home");
    }

    @Test
    void shouldFollowAgainAndAgain() {
        String at = "home";
        for (int i = 0; i < 50; i++) {
            String next = "place" + i;
            cell(at);
            run(1100);
            cell(next);
            run(20);
            answer(next, lastNonce.get(next));
            assertThat(run(200)).isTrue();
            at = next;
        }
        assertThat(peer.current()).isEqualTo(at);
    }
}
