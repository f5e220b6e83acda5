package org.urdma4j.rdmacore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

class EventQueueTest {
    private final EventQueue<String> events = new EventQueue<>("channel");

    @Test
    void shouldGiveEachEventOutOnceAndInOrder() throws Exception {
        events.add("a");
        events.add("b");
        events.add("a");
        events.addOnce("b");
        assertThat(events.take(Duration.ZERO)).isEqualTo("a");
        assertThat(events.poll()).isEqualTo("b");
        events.addOnce("b");
        events.removeIf("a"::equals);
        assertThat(events.take(Duration.ofSeconds(Long.MAX_VALUE))).isEqualTo("b");
        assertThat(events.poll()).isNull();
        assertThat(events.take(Duration.ofNanos(1))).isNull();
        assertThat(events.take(Duration.ofSeconds(Long.MIN_VALUE))).isNull();
    }

    @Test
    void shouldWakeAVirtualThreadThatWaits() throws Exception {
        CompletableFuture<String> taken = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> completeBy(taken));
        events.add("a");
        assertThat(taken.get(30, TimeUnit.SECONDS)).isEqualTo("a");
    }

    /** Whether it has begun to wait or hasn't yet. */
    @Test
    void shouldTellWhoWaitsThatItIsClosed() {
        CompletableFuture<String> taken = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> completeBy(taken));
        events.close();
        assertThatThrownBy(() -> taken.get(30, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .hasRootCauseInstanceOf(IllegalStateException.class)
                .hasRootCauseMessage("the channel is closed");
        assertThatThrownBy(events::poll).isInstanceOf(IllegalStateException.class);
    }

    private void completeBy(CompletableFuture<String> taken) {
        try {
            taken.complete(events.take(Duration.ofSeconds(60)));
        } catch (InterruptedException | IllegalStateException e) {
            taken.completeExceptionally(e);
        }
    }
}
