package org.urdma4j.lab.cpu;

import org.urdma4j.transport.port.SystemClock;

import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/** Reads a {@link MachineLoad} ten times a second, until it is closed. */
public final class CpuRecorder implements AutoCloseable {
    private static final long INTERVAL_NS = 100_000_000;

    private final MachineLoad load;
    private final LongSupplier apartNs;
    private final CpuTrace trace = new CpuTrace();
    private final Thread thread;
    private volatile boolean over;

    /**
     * Starts to read.
     *
     * @param load its own from now on
     * @param apartNs processor time in nanoseconds, a total, that doesn't count
     */
    public CpuRecorder(MachineLoad load, LongSupplier apartNs) {
        this.load = load;
        this.apartNs = apartNs;
        thread = Thread.ofPlatform().daemon().name("cpu-recorder").start(this::record);
    }

    private void record() {
        while (!over) {
            read();
            LockSupport.parkNanos(INTERVAL_NS);
        }
    }

    private void read() {
        trace.add(SystemClock.nowNs(), load.busyNs(), apartNs.getAsLong());
    }

    /** Ends it and returns what was read, up to now. */
    public CpuTrace finish() throws InterruptedException {
        over = true;
        LockSupport.unpark(thread);
        thread.join();
        read();
        load.close();
        return trace;
    }

    @Override
    public void close() {
        over = true;
        LockSupport.unpark(thread);
        load.close();
    }
}
