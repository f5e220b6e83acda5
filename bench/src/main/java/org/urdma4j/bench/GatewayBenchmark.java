package org.urdma4j.bench;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

import java.util.concurrent.TimeUnit;

/**
 * A packet of 4 KiB through a gateway with 10,000 flows: the Sentry's decision, without the bytes;
 * the Depot's with ICRC and copy; and what is forwarded as it is. An eighth of an acknowledgement
 * is in the time of the first two.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(GatewayFlows.BURST)
public class GatewayBenchmark {
    private GatewayFlows headers;
    private GatewayFlows bytes;

    @Setup
    public void open() {
        headers = new GatewayFlows(false);
        bytes = new GatewayFlows(true);
    }

    @Benchmark
    public int sentry() {
        return headers.throughSentry();
    }

    @Benchmark
    public int depot() {
        return bytes.throughDepot();
    }

    @Benchmark
    public int plain() {
        return headers.plainly();
    }
}
