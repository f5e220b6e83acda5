package org.urdma4j.lab.cpu;

import org.urdma4j.transport.port.SystemClock;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;

/**
 * Reads the clock without pause on one processor. Two readings that are far apart show that
 * somebody else had the processor meanwhile, whoever that was and whomever the kernel charged:
 * processes, interrupts, the hypervisor.
 */
final class Spinner implements Runnable {
    /** Twenty times what a reading takes; the kernel's own tick takes longer. */
    static final long GAP_NS = 1_000;

    private final IdleClass idle;
    private final int processor;
    private final CountDownLatch ready = new CountDownLatch(1);
    private IOException refusal;
    private volatile boolean over;
    private volatile long busyNs;

    Spinner(IdleClass idle, int processor) {
        this.idle = idle;
        this.processor = processor;
    }

    void start() {
        Thread.ofPlatform().daemon().name("idle-" + processor).start(this);
    }

    @Override
    public void run() {
        try {
            idle.take(processor);
        } catch (IOException e) {
            refusal = e;
            return;
        } finally {
            ready.countDown();
        }
        long busy = 0;
        long before = SystemClock.nowNs();
        while (!over) {
            long now = SystemClock.nowNs();
            if (now - before > GAP_NS) {
                busy += now - before;
                busyNs = busy;
            }
            before = now;
        }
    }

    /** Waits until it is where it is to be. */
    void await() throws IOException, InterruptedException {
        ready.await();
        if (refusal != null) {
            throw refusal;
        }
    }

    /** Returns for how long others have had its processor since it began. */
    long busyNs() {
        return busyNs;
    }

    void stop() {
        over = true;
    }
}
