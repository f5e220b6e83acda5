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

import java.util.concurrent.TimeUnit;

/**
 * One RDMA WRITE of {@link #PACKETS} packets through two engines, from post to completion: headers,
 * payload, acknowledgements, everything but ICRC and sockets. The time is that of one packet.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class WriteBenchmark {
    static final int PACKETS = 256;

    /** COPYING as over sockets, BY_REFERENCE as in large simulations. */
    @Param({"COPYING", "BY_REFERENCE"})
    private PayloadMover mover;

    @Param({"STANDARD", "URDMA"})
    private Profile profile;

    private EnginePair engines;

    @Setup
    public void connect() {
        engines = new EnginePair(mover, PACKETS, profile == Profile.URDMA);
    }

    @Benchmark
    @OperationsPerInvocation(PACKETS)
    public boolean packet() {
        return engines.write();
    }
}
