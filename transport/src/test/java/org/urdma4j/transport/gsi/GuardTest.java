package org.urdma4j.transport.gsi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.verbs.Gid;

import java.util.Optional;

/** Whoever asks in the clear is told that this isn't enough, whoever else asks. */
class GuardTest {
    private static final long SECOND = 1_000_000_000;

    private final Guard guard = new Guard(Optional.empty());

    private static Gid network(int i) {
        return Gid.parse("10.%d.%d.1".formatted(i >> 8, i & 0xff));
    }

    @Test
    void shouldAnswerOthersAmidAFlood() {
        int answered = 0;
        for (int i = 0; i < 100_000; i++) {
            answered += guard.mayAnswer(network(1), i) ? 1 : 0;
        }
        assertThat(answered).isEqualTo(10);
        assertThat(guard.mayAnswer(network(2), 100_000)).isTrue();
        assertThat(guard.mayAnswer(network(1), SECOND)).isTrue();
    }

    @Test
    void shouldAnswerSoOftenInAll() {
        int answered = 0;
        for (int i = 0; i < 100_000; i++) {
            answered += guard.mayAnswer(network(i & 0xffff), 5) ? 1 : 0;
        }
        assertThat(answered).isEqualTo(1_000);
    }
}
