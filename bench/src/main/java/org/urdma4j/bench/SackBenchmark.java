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

import java.util.concurrent.TimeUnit;

/**
 * What selective retransmission costs for each packet with 240,000 of them on the way: sending,
 * arrival, and their part in reports. It is to be much the same with 24,000 holes as with none.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class SackBenchmark {
    static final int PACKETS = 4096;

    @Param("240000")
    private int flight;

    /** Share of packets that the path loses. */
    @Param({"0", "0.01", "0.05"})
    private double loss;

    private SackLoad load;

    @Setup
    public void fillThePath() {
        load = new SackLoad(flight, loss);
    }

    @Benchmark
    @OperationsPerInvocation(PACKETS)
    public long packet() {
        long cumulative = 0;
        for (int i = 0; i < PACKETS; i++) {
            cumulative = load.packet();
        }
        return cumulative;
    }
}
