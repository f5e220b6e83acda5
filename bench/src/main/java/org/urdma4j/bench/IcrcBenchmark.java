package org.urdma4j.bench;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.urdma4j.codec.icrc.FlowIcrc;
import org.urdma4j.codec.icrc.IcrcFlow;
import org.urdma4j.codec.icrc.IdentificationSolver;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;

/** The ICRC of one packet, and finding the IPv4 identification behind one that differs. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class IcrcBenchmark {
    private static final int HEADERS = 12;
    private static final int HIDDEN_IDENTIFICATION = 0xBEEF;

    @Param({"256", "4096"})
    private int payload;

    private final FlowIcrc icrc = new FlowIcrc();
    private final IcrcFlow flow =
            new IcrcFlow(new byte[] {10, 0, 0, 1}, new byte[] {10, 0, 0, 2}, 4791, 4791);
    private final IdentificationSolver solver = new IdentificationSolver();
    private ByteBuffer packet;
    private int difference;

    @Setup
    public void fill() {
        packet = ByteBuffer.allocateDirect(HEADERS + payload);
        for (int i = 0; i < packet.capacity(); i++) {
            packet.put(i, (byte) (i * 31));
        }
        difference =
                icrc() ^ icrc.compute(flow, packet, 0, HEADERS + payload, HIDDEN_IDENTIFICATION);
    }

    @Benchmark
    public int icrc() {
        return icrc.compute(flow, packet, 0, HEADERS + payload, 0);
    }

    @Benchmark
    public int hiddenIdentification() {
        return solver.solve(difference, IdentificationSolver.bytesAfter(HEADERS + payload));
    }
}
