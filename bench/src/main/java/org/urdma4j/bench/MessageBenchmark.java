package org.urdma4j.bench;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.urdma4j.measure.sim.Profile;
import org.urdma4j.transport.memory.PayloadMover;
import org.urdma4j.verbs.WrOpcode;

import java.util.concurrent.TimeUnit;

/**
 * Messages of 64 bytes through two engines, {@link #MESSAGES} posted at once, from post to
 * completion: everything but ICRC and sockets. The time is that of one message.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class MessageBenchmark {
    static final int MESSAGES = 256;
    private static final int BYTES = 64;

    @Param({"RDMA_WRITE", "SEND"})
    private WrOpcode opcode;

    @Param({"STANDARD", "URDMA"})
    private Profile profile;

    private EnginePair engines;

    @Setup
    public void connect() {
        boolean urdma = profile == Profile.URDMA;
        engines = new EnginePair(PayloadMover.COPYING, opcode, BYTES, MESSAGES, urdma);
    }

    @Benchmark
    @OperationsPerInvocation(MESSAGES)
    public boolean message() {
        return engines.send(MESSAGES);
    }
}
