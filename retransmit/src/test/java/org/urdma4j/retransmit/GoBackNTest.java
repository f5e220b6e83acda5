package org.urdma4j.retransmit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.urdma4j.retransmit.GoBackNReceiver.Arrival;

class GoBackNTest {
    private static final long START = 0xFFFFFEL;

    @Nested
    class Sender {
        private final GoBackNSender window = new GoBackNSender();

        @BeforeEach
        void start() {
            window.start(START);
        }

        @Test
        void shouldGoBackToTheOldestUnacknowledged() {
            window.onSent(10);
            window.onAcknowledged(START + 4);
            window.goBack();

            assertThat(window.next()).isEqualTo(START + 4);
            assertThat(window.retransmitting()).isTrue();
            assertThat(window.inFlight()).isZero();

            window.onSent(6);
            assertThat(window.retransmitting()).isFalse();
            assertThat(window.inFlight()).isEqualTo(6);
        }

        @Test
        void shouldNotSendAgainWhatALateAnswerAcknowledges() {
            window.onSent(10);
            window.goBack();
            window.onSent(2);

            assertThat(window.onAcknowledged(START + 7)).isTrue();

            assertThat(window.next()).isEqualTo(START + 7);
        }

        @Test
        void shouldIgnoreAnswersToWhatWasNeverSentOrIsOld() {
            window.onSent(10);
            window.onAcknowledged(START + 5);

            assertThat(window.onAcknowledged(START + 11)).isFalse();
            assertThat(window.onAcknowledged(START + 5)).isFalse();
            assertThat(window.onAcknowledged(START + 1)).isFalse();
            assertThat(window.una()).isEqualTo(START + 5);
        }
    }

    @Nested
    class Receiver {
        private final GoBackNReceiver window = new GoBackNReceiver();

        @BeforeEach
        void start() {
            window.start(START);
        }

        @Test
        void shouldTellDuplicatesFromGaps() {
            window.accept(3);

            assertThat(window.classify(START + 3)).isEqualTo(Arrival.EXPECTED);
            assertThat(window.classify(START + 2)).isEqualTo(Arrival.DUPLICATE);
            assertThat(window.classify(START + 4)).isEqualTo(Arrival.GAP);
        }

        @Test
        void shouldAskOncePerGap() {
            assertThat(window.ask()).isTrue();
            assertThat(window.ask()).isFalse();

            window.accept(1);
            assertThat(window.ask()).isTrue();

            window.forgetAsking();
            assertThat(window.ask()).isTrue();
        }
    }
}
