package org.urdma4j.measure.sim;

import org.urdma4j.simulation.tcp.TcpFlow;

import java.util.Locale;

/** Data without end by TCP. What arrives is in place: it counts once, in whatever order. */
final class TcpStream implements Flow {
    private final TcpFlow flow;
    private boolean started;

    TcpStream(TcpFlow flow) {
        this.flow = flow;
    }

    @Override
    public void start() {
        started = true;
        flow.start();
    }

    @Override
    public long placedBytes() {
        return flow.arrived() * TcpFlow.SEGMENT;
    }

    @Override
    public String state() {
        String state = flow.control().state().toLowerCase(Locale.ROOT).replace('_', '-');
        return started ? state : "";
    }

    @Override
    public long sent(EngineCount count) {
        return switch (count) {
            case SENT_PKTS -> flow.sent();
            case RETRANSMITTED_PKTS -> flow.lost();
            default -> 0;
        };
    }

    @Override
    public long received(EngineCount count) {
        return switch (count) {
            case RCVD_PKTS -> flow.arrived();
            case PLACED_BYTES -> placedBytes();
            default -> 0;
        };
    }
}
