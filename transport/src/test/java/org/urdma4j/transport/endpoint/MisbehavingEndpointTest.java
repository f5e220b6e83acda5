package org.urdma4j.transport.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.urdma4j.endpoint.ActiveEndpoint;
import org.urdma4j.endpoint.ActiveGroup;
import org.urdma4j.endpoint.EndpointOptions;
import org.urdma4j.endpoint.PassiveEndpoint;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.MemoryRegion;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.WorkCompletion;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** What one endpoint of a group does wrong must not be felt by the others. */
@Timeout(60)
class MisbehavingEndpointTest {
    private static final long SECONDS = 20;
    private static final int MESSAGE = 64;

    private final Neighbours devices = new Neighbours();
    private final BlockingQueue<Throwable> errors = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> ends = new LinkedBlockingQueue<>();

    @AfterEach
    void close() {
        devices.close();
    }

    /** Where it is done. */
    enum Callback {
        OPEN,
        CONNECTED,
        RECEIVE,
        SEND,
        DISCONNECTED
    }

    /** What is done. */
    enum Deed {
        THROW,
        OVERFLOW,
        RUN_OUT_OF_MEMORY,
        CLOSE,
        CLOSE_AND_POST,
        DISCONNECT,
        INTERRUPT,
        CLOSE_THE_GROUP;

        boolean throwsSomething() {
            return this == THROW
                    || this == OVERFLOW
                    || this == RUN_OUT_OF_MEMORY
                    || this == CLOSE_AND_POST;
        }
    }

    private static Stream<Arguments> deeds() {
        return Arrays.stream(Callback.values())
                .flatMap(at -> Arrays.stream(Deed.values()).map(deed -> Arguments.of(at, deed)));
    }

    /** Echoes, but for one deed. */
    private class Doer extends ActiveEndpoint {
        private final Callback at;
        private final Deed deed;
        private final AtomicReference<ActiveGroup> group;
        private final CountDownLatch begun = new CountDownLatch(1);
        MemoryRegion memory;

        Doer(Callback at, Deed deed, AtomicReference<ActiveGroup> group) {
            this.at = at;
            this.deed = deed;
            this.group = group;
        }

        private void come(Callback here) {
            if (here != at) {
                return;
            }
            begun.countDown();
            switch (deed) {
                case THROW -> throw new IllegalStateException("on purpose");
                case OVERFLOW -> come(here);
                case RUN_OUT_OF_MEMORY -> throw new OutOfMemoryError("on purpose");
                case CLOSE -> close();
                case CLOSE_AND_POST -> {
                    close();
                    send(memory, 1, 0);
                }
                case DISCONNECT -> disconnect();
                case INTERRUPT -> Thread.currentThread().interrupt();
                case CLOSE_THE_GROUP -> group.get().close();
            }
        }

        @Override
        protected void onOpen() {
            memory = allocate(MESSAGE);
            receive(memory, 0);
            come(Callback.OPEN);
        }

        @Override
        protected void onConnected() {
            come(Callback.CONNECTED);
        }

        @Override
        protected void onReceive(WorkCompletion done) {
            if (done.isSuccess()) {
                come(Callback.RECEIVE);
                boolean closed = deed == Deed.CLOSE || deed == Deed.CLOSE_THE_GROUP;
                if (at != Callback.RECEIVE || !closed) {
                    send(memory, done.byteLen(), 0);
                }
            }
        }

        @Override
        protected void onSend(WorkCompletion done) {
            come(Callback.SEND);
        }

        @Override
        protected void onDisconnected() {
            ends.add("disconnected");
            come(Callback.DISCONNECTED);
        }

        @Override
        protected void onFailed(VerbsException cause) {
            ends.add("failed " + cause.getMessage());
        }

        @Override
        protected void onError(Throwable cause) {
            errors.add(cause);
        }
    }

    /** Sends back what it receives, as often as wanted. */
    private static class Echo extends ActiveEndpoint {
        private MemoryRegion memory;

        @Override
        protected void onOpen() {
            memory = allocate(MESSAGE);
            receive(memory, 0);
        }

        @Override
        protected void onReceive(WorkCompletion done) {
            if (done.isSuccess()) {
                send(memory, done.byteLen(), 0);
                receive(memory, 0);
            }
        }
    }

    private static void ping(PassiveEndpoint client) throws InterruptedException {
        MemoryRegion words = client.allocate(2 * MESSAGE);
        client.receive(words, MESSAGE, MESSAGE, 1);
        client.send(words, 6, 2);
        client.awaitSend();
        client.awaitReceive();
    }

    private static Supplier<ActiveEndpoint> oneAfterAnother(ActiveEndpoint... endpoints) {
        List<ActiveEndpoint> left = Collections.synchronizedList(new ArrayList<>());
        left.addAll(Arrays.asList(endpoints));
        return left::removeFirst;
    }

    private PassiveEndpoint connect(ActiveGroup server) throws InterruptedException {
        return PassiveEndpoint.connect(devices.one, server.address());
    }

    @ParameterizedTest
    @MethodSource("deeds")
    void shouldEndAloneAtTheEndThatIsAsked(Callback at, Deed deed) throws InterruptedException {
        AtomicReference<ActiveGroup> group = new AtomicReference<>();
        Doer doer = new Doer(at, deed, group);
        try (ActiveGroup server =
                ActiveGroup.listen(
                        devices.other,
                        Neighbours.PORT,
                        oneAfterAnother(new Echo(), doer, new Echo()))) {
            group.set(server);
            PassiveEndpoint earlier = connect(server);
            ping(earlier);
            provoke(server, doer);
            if (deed.throwsSomething()) {
                assertThat(errors.poll(SECONDS, TimeUnit.SECONDS)).isNotNull();
            }
            if (deed == Deed.CLOSE_THE_GROUP) {
                assertThat(earlier.awaitDisconnected(Duration.ofSeconds(SECONDS))).isTrue();
            } else {
                ping(earlier);
                try (PassiveEndpoint later = connect(server)) {
                    ping(later);
                }
            }
            earlier.close();
        }
        assertThat(errors).isEmpty();
        assertThat(ends.size()).as(ends.toString()).isLessThanOrEqualTo(1);
        awaitNoIds();
    }

    /** Connects, exchanges a message and disconnects, as far as the other end lets it. */
    private void provoke(ActiveGroup server, Doer doer) throws InterruptedException {
        try (PassiveEndpoint client = connect(server)) {
            ping(client);
            if (doer.at != Callback.DISCONNECTED) {
                assertThat(doer.begun.await(SECONDS, TimeUnit.SECONDS)).isTrue();
            }
            client.disconnect();
            client.awaitDisconnected(Duration.ofSeconds(SECONDS));
        } catch (VerbsException e) {
            assertThat(e.errno()).isIn(Errno.ECONNREFUSED, Errno.ECONNRESET, Errno.EIO);
        }
    }

    private void awaitNoIds() {
        while (devices.ids() != 0) {
            Thread.onSpinWait(); // what was closed by the threads of a group
        }
    }

    @ParameterizedTest
    @MethodSource("deeds")
    void shouldEndAloneAtTheEndThatAsks(Callback at, Deed deed) throws InterruptedException {
        AtomicReference<ActiveGroup> group = new AtomicReference<>();
        try (ActiveGroup server = ActiveGroup.listen(devices.other, Neighbours.PORT, Echo::new);
                ActiveGroup clients = ActiveGroup.open(devices.one, EndpointOptions.DEFAULT)) {
            group.set(clients);
            CountDownLatch answers = new CountDownLatch(2);
            clients.connect(new Pinger(answers), server.address());
            Doer doer =
                    new Doer(at, deed, group) {
                        @Override
                        protected void onConnected() {
                            super.onConnected();
                            send(memory, 1, 7);
                        }
                    };
            clients.connect(doer, server.address());
            if (deed == Deed.CLOSE_THE_GROUP && at != Callback.DISCONNECTED) {
                awaitNoIdsOf(devices.one.connections()::ids);
                return;
            }
            clients.connect(new Pinger(answers), server.address());
            assertThat(answers.await(SECONDS, TimeUnit.SECONDS)).isTrue();
            if (deed.throwsSomething() && at != Callback.DISCONNECTED) {
                assertThat(errors.poll(SECONDS, TimeUnit.SECONDS)).isNotNull();
            }
        }
    }

    private static void awaitNoIdsOf(Supplier<Integer> ids) {
        while (ids.get() != 0) {
            Thread.onSpinWait();
        }
    }

    /** Sends one message and takes the answer. */
    private static class Pinger extends ActiveEndpoint {
        private final CountDownLatch answers;
        private MemoryRegion memory;

        Pinger(CountDownLatch answers) {
            this.answers = answers;
        }

        @Override
        protected void onOpen() {
            memory = allocate(MESSAGE);
            receive(memory, 0);
        }

        @Override
        protected void onConnected() {
            send(memory, 1, 0);
        }

        @Override
        protected void onReceive(WorkCompletion done) {
            answers.countDown();
        }
    }

    @Test
    void shouldRefuseOnlyWhomASupplierFails() throws InterruptedException {
        Thread.UncaughtExceptionHandler usual = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((_, e) -> errors.add(e));
        Echo twice = new Echo();
        Echo closed = new Echo();
        closed.close();
        Supplier<ActiveEndpoint> good = oneAfterAnother(twice, null, twice, closed, new Echo());
        int[] asked = new int[1];
        Supplier<ActiveEndpoint> made =
                () -> {
                    asked[0]++;
                    if (asked[0] == 2) {
                        throw new StackOverflowError("on purpose");
                    }
                    return good.get();
                };
        try (ActiveGroup server = ActiveGroup.listen(devices.other, Neighbours.PORT, made);
                PassiveEndpoint first = connect(server)) {
            for (int i = 0; i < 4; i++) {
                assertThatThrownBy(() -> connect(server))
                        .isInstanceOfSatisfying(
                                VerbsException.class,
                                e -> assertThat(e.errno()).isEqualTo(Errno.ECONNREFUSED));
            }
            ping(first);
            try (PassiveEndpoint last = connect(server)) {
                ping(last);
            }
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(usual);
        }
        assertThat(errors.stream().map(e -> e.getClass().getSimpleName()))
                .containsExactly(
                        "StackOverflowError", "IllegalStateException", "IllegalStateException");
    }

    @Test
    void shouldBeConnectedOnceAndNotAfterItsEnd() throws InterruptedException {
        AtomicReference<ActiveGroup> group = new AtomicReference<>();
        try (ActiveGroup server = ActiveGroup.listen(devices.other, Neighbours.PORT, Echo::new);
                ActiveGroup clients = ActiveGroup.open(devices.one, EndpointOptions.DEFAULT)) {
            Doer doer = new Doer(Callback.OPEN, Deed.INTERRUPT, group);
            clients.connect(doer, server.address());
            assertThatThrownBy(() -> clients.connect(doer, server.address()))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("connected once");
            Doer closed = new Doer(Callback.OPEN, Deed.INTERRUPT, group);
            closed.close();
            assertThatThrownBy(() -> clients.connect(closed, server.address()))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("closed");
        }
    }

    @Test
    void shouldTellTheEndThatWasAskedForBeforeTheBeginning() throws InterruptedException {
        try (ActiveGroup clients = ActiveGroup.open(devices.one, EndpointOptions.DEFAULT)) {
            Doer early = new Doer(Callback.OPEN, Deed.INTERRUPT, new AtomicReference<>());
            early.disconnect();
            clients.connect(early, Neighbours.at(devices.other, 1));
            assertThat(ends.poll(SECONDS, TimeUnit.SECONDS)).isEqualTo("disconnected");
            CountDownLatch opened = new CountDownLatch(1);
            ActiveEndpoint silent =
                    new Doer(Callback.OPEN, Deed.INTERRUPT, new AtomicReference<>()) {
                        @Override
                        protected void onOpen() {
                            opened.countDown();
                        }
                    };
            // Nobody has the address, so that it goes on connecting.
            clients.connect(silent, new InetSocketAddress("192.0.2.77", 1));
            assertThat(opened.await(SECONDS, TimeUnit.SECONDS)).isTrue();
            silent.disconnect();
            assertThat(ends.poll(SECONDS, TimeUnit.SECONDS)).isEqualTo("disconnected");
        }
        assertThat(devices.ids()).isZero();
    }

    @Test
    void shouldTellOfTheBeginningBeforeWhatHasCompletedMeanwhile() throws InterruptedException {
        CountDownLatch busy = new CountDownLatch(1);
        BlockingQueue<String> told = new LinkedBlockingQueue<>();
        ActiveEndpoint slow =
                new ActiveEndpoint() {
                    @Override
                    protected void onConnected() {
                        try {
                            busy.await();
                        } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                    }
                };
        ActiveEndpoint watched =
                new Echo() {
                    @Override
                    protected void onConnected() {
                        told.add("connected");
                    }

                    @Override
                    protected void onReceive(WorkCompletion done) {
                        told.add("received");
                    }
                };
        try (ActiveGroup server = ActiveGroup.open(devices.other, EndpointOptions.DEFAULT);
                ActiveGroup asking = ActiveGroup.open(devices.one, EndpointOptions.DEFAULT)) {
            server.listen(Neighbours.PORT, oneAfterAnother(watched, slow));
            CountDownLatch sent = new CountDownLatch(1);
            ActiveEndpoint sender =
                    new ActiveEndpoint() {
                        @Override
                        protected void onConnected() {
                            send(allocate(8), 8, 0);
                        }

                        @Override
                        protected void onSend(WorkCompletion done) {
                            sent.countDown();
                        }
                    };
            asking.connect(sender, server.address());
            assertThat(sent.await(SECONDS, TimeUnit.SECONDS)).isTrue();
            assertThat(told.poll(SECONDS, TimeUnit.SECONDS)).isEqualTo("connected");
            assertThat(told.poll(SECONDS, TimeUnit.SECONDS)).isEqualTo("received");
            busy.countDown();
        }
    }

    @Test
    void shouldNotKeepThoseThatHaveEnded() throws InterruptedException {
        try (ActiveGroup server = ActiveGroup.listen(devices.other, Neighbours.PORT, Echo::new)) {
            for (int i = 0; i < 50; i++) {
                try (PassiveEndpoint client = connect(server)) {
                    ping(client);
                }
            }
            while (devices.other.connections().ids() != 1) {
                Thread.onSpinWait();
            }
        }
    }
}
