package org.urdma4j.gateway.bridge;

import org.urdma4j.gateway.bridge.frame.FrameGateway;
import org.urdma4j.gateway.bridge.port.BridgePort;
import org.urdma4j.transport.port.linux.ReadyWait;

import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.LongSupplier;

/**
 * The loop that carries both ways, on the thread that calls {@link #run}. It sleeps while nothing
 * comes, until the gateway has something to do.
 */
final class BridgeLoop implements AutoCloseable {
    /** Longest sleep, so that stopping and questions are noticed. */
    private static final long NAP_NS = 20_000_000;

    private final BridgePort inside;
    private final BridgePort outside;
    private final FrameGateway gateway;
    private final LongSupplier clock;
    private final ReadyWait wait;
    private final Queue<CompletableFuture<BridgeReport>> questions = new ConcurrentLinkedQueue<>();
    private volatile boolean stopped;

    BridgeLoop(BridgePort inside, BridgePort outside, FrameGateway gateway, LongSupplier clock) {
        this.inside = inside;
        this.outside = outside;
        this.gateway = gateway;
        this.clock = clock;
        this.wait = new ReadyWait(inside.fd(), outside.fd());
    }

    void run() {
        ReadyWait.favourThisThread();
        while (!stopped) {
            if (!turn()) {
                pause();
            }
            answer();
        }
        answer();
    }

    /** Does what is to be done now, and returns whether frames came. */
    private boolean turn() {
        boolean busy = inside.read(gateway, clock.getAsLong());
        outside.write(gateway);
        busy |= outside.read(gateway, clock.getAsLong());
        gateway.onTimers(clock.getAsLong());
        inside.write(gateway);
        outside.write(gateway);
        return busy;
    }

    private void pause() {
        long dueNs = gateway.nextDeadlineNs();
        long leftNs = dueNs == Long.MAX_VALUE ? NAP_NS : dueNs - clock.getAsLong();
        if (leftNs <= 0) {
            return;
        }
        wait.forWriting(0, inside.isWaiting());
        wait.forWriting(1, outside.isWaiting());
        wait.sleep(Math.min(leftNs, NAP_NS));
    }

    /** Ends {@link #run} soon; from any thread. */
    void stop() {
        stopped = true;
    }

    /** Asks for what was done so far; from any thread, answered by the one that runs. */
    CompletableFuture<BridgeReport> report() {
        CompletableFuture<BridgeReport> answer = new CompletableFuture<>();
        questions.add(answer);
        return answer;
    }

    private void answer() {
        for (var asked = questions.poll(); asked != null; asked = questions.poll()) {
            asked.complete(reportNow());
        }
    }

    private BridgeReport reportNow() {
        return new BridgeReport(inside.report(), outside.report(), gateway.report());
    }

    /** Returns what was done, by flow, too; after it has ended. */
    BridgeReport lastReport() {
        return new BridgeReport(inside.report(), outside.report(), gateway.lastReport());
    }

    @Override
    public void close() {
        inside.close();
        outside.close();
    }
}
