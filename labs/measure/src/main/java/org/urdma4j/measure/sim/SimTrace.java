package org.urdma4j.measure.sim;

import java.util.List;

/**
 * What went on while a run was on.
 *
 * @param stepNs between two points
 * @param points in the order of time; the first is a step after the start
 */
public record SimTrace(long stepNs, List<Point> points) {
    public SimTrace {
        points = List.copyOf(points);
    }

    /**
     * A moment.
     *
     * @param atNs since the start
     * @param queueBytes that wait before the bottleneck or are being sent, with framing
     * @param flows each of them, those beside last
     */
    public record Point(long atNs, long queueBytes, List<FlowPoint> flows) {
        public Point {
            flows = List.copyOf(flows);
        }
    }

    /**
     * A flow since the point before.
     *
     * @param goodputBps payload that was placed, in bit/s
     * @param sentPackets a second, those sent again among them
     * @param state what its congestion control does at this moment; empty before it starts
     */
    public record FlowPoint(double goodputBps, double sentPackets, String state) {}
}
