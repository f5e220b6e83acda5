package org.urdma4j.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.THROWABLE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;
import org.urdma4j.channel.RdmaChannel;
import org.urdma4j.channel.RdmaServerChannel;
import org.urdma4j.verbs.Context;

import java.io.IOException;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** What JUnit makes of the annotation. The nested classes are run by its test kit alone. */
@Timeout(60)
class EmulatedPathTest {
    private static final List<PathEnds> SEEN = new ArrayList<>();

    @BeforeEach
    void forget() {
        SEEN.clear();
    }

    private static EngineExecutionResults run(Class<?> tests, String... parameters) {
        EngineTestKit.Builder kit =
                EngineTestKit.engine("junit-jupiter").selectors(selectClass(tests));
        for (int i = 0; i < parameters.length; i += 2) {
            kit.configurationParameter(parameters[i], parameters[i + 1]);
        }
        return kit.execute();
    }

    /** Returns the display names of what was run from the class on, each with its parents'. */
    private static List<String> names(EngineExecutionResults results) {
        return results.testEvents()
                .started()
                .map(Event::getTestDescriptor)
                .map(test ->
                        test.getParent().orElseThrow().getDisplayName()
                                + " > "
                                + test.getDisplayName())
                .toList();
    }

    private static Throwable failure(EngineExecutionResults results) {
        List<Throwable> failures =
                results.allEvents()
                        .failed()
                        .map(event ->
                                event.getRequiredPayload(TestExecutionResult.class)
                                        .getThrowable()
                                        .orElseThrow())
                        .toList();
        assertThat(failures).hasSize(1);
        return failures.getFirst();
    }

    private static void assertAllClosed() {
        assertThat(SEEN)
                .isNotEmpty()
                .allSatisfy(ends -> {
                    assertThat(isOpen(ends.a())).isFalse();
                    assertThat(isOpen(ends.b())).isFalse();
                });
    }

    private static boolean isOpen(Context context) {
        try {
            return !context.queryGidTable().isEmpty();
        } catch (IllegalStateException _) {
            return false;
        }
    }

    @EmulatedPath(rtt = "2ms", loss = "1%")
    @EmulatedPath(rtt = "4ms", rate = "100M", queue = "1bdp")
    static class Matrix {
        private PathEnds before;

        @BeforeEach
        void take(PathEnds ends) {
            before = ends;
        }

        @Test
        void moves(PathEnds ends) {
            assertSame(before, ends);
            assertFalse(SEEN.contains(ends));
            SEEN.add(ends);
        }

        @ParameterizedTest(name = "with {0}")
        @ValueSource(ints = {1, 2})
        void takesArguments(int argument, PathEnds ends) {
            SEEN.add(ends);
        }

        @Test
        void needsNoPath() {}

        @Nested
        class Deeper {
            @Test
            void movesToo(PathEnds ends) {
                assertSame(before, ends);
                SEEN.add(ends);
            }
        }
    }

    @Test
    void shouldRunEachTestOverEachPath() {
        EngineExecutionResults results = run(Matrix.class);

        results.testEvents().assertStatistics(count -> count.started(10).succeeded(10));
        String first = "[1] rtt 2ms, loss 1%, rate 1G, queue 20ms";
        String second = "[2] rtt 4ms, loss none, rate 100M, queue 1bdp";
        assertThat(names(results))
                .contains(first + " > moves(PathEnds)", second + " > moves(PathEnds)")
                .contains("takesArguments(int, PathEnds) > with 2", "Deeper > movesToo(PathEnds)");
        assertThat(SEEN).doesNotHaveDuplicates().hasSize(8);
        assertAllClosed();
    }

    @EmulatedPath(rtt = "1ms")
    static class OnMethods {
        @EmulatedPath(rtt = "2ms")
        @EmulatedPath(rtt = "3ms")
        void goesBeforeTheClass(PathEnds ends) {
            SEEN.add(ends);
        }

        @Test
        void hasThatOfTheClass(PathEnds ends) {
            SEEN.add(ends);
        }
    }

    @Test
    void shouldPreferTheMethodsPathsToThoseOfTheClass() {
        EngineExecutionResults results = run(OnMethods.class);

        results.testEvents().assertStatistics(count -> count.started(3).succeeded(3));
        assertThat(SEEN.stream().map(PathEnds::toString).map(text -> text.substring(0, 7)))
                .containsExactlyInAnyOrder("rtt 1ms", "rtt 2ms", "rtt 3ms");
        assertThat(names(results))
                .contains(
                        "goesBeforeTheClass(PathEnds) > [2] rtt 3ms, loss none, rate 1G, queue 20ms");
    }

    @EmulatedPath(loss = "0.5%")
    static class Failing {
        @Test
        void fails(PathEnds ends) throws IOException {
            SEEN.add(ends);
            RdmaServerChannel server = RdmaServerChannel.listen(ends.b(), 0);
            var _ = RdmaChannel.connect(ends.a(), server.address());
            throw new IOException("of the test");
        }
    }

    @Test
    void shouldTellTheSeedOfAFailureAndCloseAfterIt() {
        Throwable failure = failure(run(Failing.class));

        long seed = SEEN.getFirst().seed();
        assertThat(failure).isInstanceOf(IOException.class).hasMessage("of the test");
        assertThat(failure.getSuppressed())
                .singleElement(THROWABLE)
                .hasMessageStartingWith(
                        "rtt 20ms, loss 0.5%%, rate 1G, queue 20ms; seed %d; a to b: ", seed)
                .hasMessageContaining(" packets, ")
                .hasMessageEndingWith("The same packets are lost with -Durdma.path.seed=" + seed);
        assertAllClosed();
        run(Failing.class);
        assertNotEquals(seed, SEEN.getLast().seed());
    }

    @Test
    void shouldRepeatASeed() {
        var _ = run(Failing.class, "urdma.path.seed", "-42");

        assertThat(SEEN.getFirst().seed()).isEqualTo(-42);
        assertThat(failure(run(Failing.class, "urdma.path.seed", "x")))
                .hasMessageContaining("urdma.path.seed is a whole number of 64 bits, not \"x\"");
    }

    @EmulatedPath(seed = "7")
    @Retention(RetentionPolicy.RUNTIME)
    @Inherited
    @interface SeededPath {}

    static class Heir extends Seeded {}

    @SeededPath
    static class Seeded {
        @Test
        void isSeeded(PathEnds ends) {
            assertEquals(7, ends.seed());
        }
    }

    @Test
    void shouldTakeTheSeedOfTheAnnotation() {
        run(Seeded.class).testEvents().assertStatistics(count -> count.succeeded(1));
        run(Heir.class).testEvents().assertStatistics(count -> count.succeeded(1));
    }

    @EmulatedPath
    static class ClosedByHand {
        @Test
        void both(PathEnds ends) {
            SEEN.add(ends);
            ends.a().close();
            ends.b().close();
        }

        @Test
        void theEnds(PathEnds ends) {
            SEEN.add(ends);
            ends.close();
            ends.close();
        }

        @Test
        void aKilledOne(PathEnds ends) {
            SEEN.add(ends);
            ends.kill(ends.a());
        }

        @AfterEach
        void leave(PathEnds ends) {
            SEEN.add(ends);
        }
    }

    @Test
    void shouldCloseWhateverIsStillOpen() throws InterruptedException {
        run(ClosedByHand.class).testEvents().assertStatistics(count -> count.succeeded(3));

        assertAllClosed();
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().contains("192.0.2.")) { // it is told of before it has ended
                assertThat(thread.join(Duration.ofSeconds(30))).as(thread.getName()).isTrue();
            }
        }
    }

    @EmulatedPath(rtt = "4ms")
    @EmulatedPath(rtt = "2ms")
    @Execution(ExecutionMode.CONCURRENT)
    static class SideBySide {
        private static final CountDownLatch RUNNING = new CountDownLatch(4);
        private static final CountDownLatch KILLED = new CountDownLatch(2);

        private static void meet(PathEnds ends) throws Exception {
            synchronized (SEEN) {
                SEEN.add(ends);
            }
            RUNNING.countDown();
            assertTrue(RUNNING.await(30, TimeUnit.SECONDS));
        }

        @Test
        void moves(PathEnds ends) throws Exception {
            meet(ends);
            assertTrue(KILLED.await(30, TimeUnit.SECONDS));
            try (RdmaServerChannel server = RdmaServerChannel.listen(ends.b(), 7176);
                    RdmaChannel client = RdmaChannel.connect(ends.a(), server.address());
                    RdmaChannel accepted = server.accept()) {
                client.outputStream().write(7);
                assertEquals(7, accepted.inputStream().read());
            }
        }

        @Test
        void isKilled(PathEnds ends) throws Exception {
            meet(ends);
            ends.kill(ends.b());
            KILLED.countDown();
        }
    }

    @Test
    void shouldKeepTestsThatRunAtATimeApart() {
        EngineExecutionResults results =
                run(
                        SideBySide.class,
                        "junit.jupiter.execution.parallel.enabled",
                        "true",
                        "junit.jupiter.execution.parallel.config.strategy",
                        "fixed",
                        "junit.jupiter.execution.parallel.config.fixed.parallelism",
                        "4");

        results.testEvents().assertStatistics(count -> count.succeeded(4));
        assertThat(SEEN).hasSize(4).doesNotHaveDuplicates();
        assertNotSame(SEEN.get(0).a(), SEEN.get(1).a());
        assertAllClosed();
    }

    @EmulatedPath(rtt = "80")
    static class NoUnit extends Bad {}

    @EmulatedPath(rtt = "172802s")
    static class TooFar extends Bad {}

    @EmulatedPath(loss = "2")
    static class MoreThanAll extends Bad {}

    @EmulatedPath(rate = "fast")
    static class NoRate extends Bad {}

    @EmulatedPath(rtt = "80ms", queue = "1 lorry")
    static class NoQueue extends Bad {}

    @EmulatedPath(rtt = "0", queue = "1bdp")
    static class NoRoom extends Bad {}

    @EmulatedPath
    @EmulatedPath(seed = "0x10")
    static class NoSeed extends Bad {}

    abstract static class Bad {
        @Test
        void runs(PathEnds ends) {
            SEEN.add(ends);
        }
    }

    static Stream<Arguments> badValues() {
        return Stream.of(
                Arguments.of(
                        NoUnit.class,
                        "@EmulatedPath(rtt = \"80\"): \"80\" is not a time; write it like 250us, 10ms or"
                                + " 1.5s; allowed is a time such as 80ms, 250us or 0, up to two days"),
                Arguments.of(TooFar.class, "@EmulatedPath(rtt = \"172802s\"): the delay"),
                Arguments.of(
                        MoreThanAll.class, "@EmulatedPath(loss = \"2\"): \"2\" is a probability"),
                Arguments.of(NoRate.class, "allowed is bit/s such as 100M, 2.5G or unlimited"),
                Arguments.of(
                        NoQueue.class, "allowed is 1bdp, 0.5bdp, a time such as 20ms or bytes"),
                Arguments.of(
                        NoRoom.class, "@EmulatedPath(queue = \"1bdp\"): nothing could wait there"),
                Arguments.of(NoSeed.class, "allowed is random or a whole number of 64 bits"));
    }

    @ParameterizedTest
    @MethodSource("badValues")
    void shouldNameTheAttributeThatIsWrong(Class<?> tests, String message) {
        assertThat(failure(run(tests))).hasMessageContaining(message).hasMessageStartingWith("@");
        assertThat(SEEN).isEmpty();
    }

    static class MarkedTwice {
        @Test
        @EmulatedPath
        void runs(PathEnds ends) {}
    }

    static class RepeatedToo {
        @RepeatedTest(1)
        @EmulatedPath
        void runs(PathEnds ends) {}
    }

    @EmulatedPath
    static class MarkedTwiceInAClass {
        @Test
        @EmulatedPath
        void runs(PathEnds ends) {}
    }

    @EmulatedPath
    static class BeforeAllTests {
        @BeforeAll
        static void take(PathEnds ends) {}

        @Test
        void runs() {}
    }

    @EmulatedPath
    static class InTheConstructor {
        InTheConstructor(PathEnds ends) {}

        @Test
        void runs() {}
    }

    static Stream<Arguments> misuses() {
        String instead = "@EmulatedPath on a method takes the place of @Test";
        String one = "PathEnds are those of one test";
        return Stream.of(
                Arguments.of(MarkedTwice.class, instead),
                Arguments.of(RepeatedToo.class, instead),
                Arguments.of(MarkedTwiceInAClass.class, instead),
                Arguments.of(BeforeAllTests.class, one),
                Arguments.of(InTheConstructor.class, one));
    }

    @ParameterizedTest
    @MethodSource("misuses")
    void shouldSayWhereAPathCanBeTaken(Class<?> tests, String message) {
        assertThat(failure(run(tests))).hasMessageContaining(message);
    }
}
