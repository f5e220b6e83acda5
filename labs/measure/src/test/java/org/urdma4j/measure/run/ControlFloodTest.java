package org.urdma4j.measure.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.urdma4j.fixtures.Nightly;
import org.urdma4j.measure.spec.Direction;
import org.urdma4j.measure.spec.Operation;
import org.urdma4j.measure.spec.Protocol;
import org.urdma4j.measure.spec.RunSpec;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Control connections and lines of strangers beside runs: they have no more threads and sockets
 * than they may, get a line each at most, and runs go on.
 */
@Timeout(600)
class ControlFloodTest {
    /** Some minutes by night. */
    private static final int FLOOD = Nightly.times(1_000, 100_000);

    private static final int CALLERS = 8;

    /** What one caller keeps open, silent or within a line. */
    private static final int HELD = 40;

    private static final RunSpec RUN =
            Specs.ofBytes(
                    Protocol.URDMA, Operation.WRITE, Direction.FORWARD, 1 << 20, 65_536, 1, true);

    private final AtomicInteger made = new AtomicInteger();
    private final List<Throwable> failures = new ArrayList<>();

    private void call(Loopback loopback, int caller) {
        List<Socket> held = new ArrayList<>();
        try {
            for (int i = 0; i < FLOOD / CALLERS; i++) {
                Socket one = loopback.socket("127.1.%d.%d".formatted(caller, 1 + i % 20));
                made.incrementAndGet();
                try {
                    say(one, i % 4);
                } catch (IOException _) {
                    // put out meanwhile
                }
                held.add(one);
                if (held.size() > HELD) {
                    held.removeFirst().close();
                }
            }
        } catch (IOException | AssertionError e) {
            synchronized (failures) {
                failures.add(e);
            }
        }
        held.forEach(ControlFloodTest::close);
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException _) {
            // closed is closed
        }
    }

    private static void say(Socket socket, int what) throws IOException {
        String said =
                switch (what) {
                    case 0 -> "";
                    case 1 -> "{\"bench\":";
                    case 2 -> "nonsense\n";
                    default -> "{\"bench\":\"urdma-bench\",\"version\":1}\n";
                };
        socket.getOutputStream().write(said.getBytes(StandardCharsets.UTF_8));
        if (what >= 2) {
            byte[] answer = socket.getInputStream().readAllBytes();
            long lines = new String(answer, StandardCharsets.UTF_8).lines().count();
            assertThat(lines).as("lines for a line").isLessThanOrEqualTo(1);
        }
    }

    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(each -> each.getName().equals("bench-client"))
                .count();
    }

    @Test
    void shouldKeepFewAndGoOnWithRuns() throws Exception {
        long startNs = System.nanoTime();
        try (Loopback loopback = new Loopback(false);
                BenchClient client = loopback.client()) {
            assertThat(client.run(RUN, new RunListener() {}).failure()).isNull();
            List<Thread> callers = new ArrayList<>();
            for (int i = 0; i < CALLERS; i++) {
                int caller = i;
                callers.add(Thread.startVirtualThread(() -> call(loopback, caller)));
            }
            int runs = 1;
            do {
                assertThat(client.run(RUN, new RunListener() {}).failure()).isNull();
                runs++;
                assertThat(loopback.server.asking())
                        .isLessThanOrEqualTo(BenchServer.MOST_CONNECTIONS);
                // those that are being put out, and served, have theirs for a moment more
                assertThat(threads()).isLessThanOrEqualTo(2L * BenchServer.MOST_CONNECTIONS);
            } while (callers.stream().anyMatch(Thread::isAlive));
            for (Thread caller : callers) {
                caller.join();
            }
            assertThat(failures).isEmpty();
            assertThat(made.get()).isEqualTo(FLOOD / CALLERS * CALLERS);
            while (loopback.server.asking() > 0) {
                Thread.onSpinWait();
            }
            while (loopback.served.size() < runs) {
                Thread.onSpinWait();
            }
            long seconds = (System.nanoTime() - startNs) / 1_000_000_000;
            assertThat(loopback.refused).as("what is printed").hasSizeLessThan((int) seconds + 2);
        }
    }
}
