package org.urdma4j.measure.run;

import org.urdma4j.measure.spec.Control;
import org.urdma4j.measure.spec.Direction;
import org.urdma4j.measure.spec.Protocol;
import org.urdma4j.measure.spec.RunSpec;
import org.urdma4j.measure.spec.Service;

/** A run in which no byte was moved measures nothing: it is a failure, with the likely cause. */
final class NoDataFailure {
    private NoDataFailure() {}

    /** Returns a line for people, or null if something was moved or too little ran to tell. */
    static String explain(RunRecord record) {
        if (!record.measured()) {
            return null;
        }
        boolean both = record.head().spec().direction() == Direction.BOTH;
        FlowInterval there = whole(record, false);
        FlowInterval back = both ? whole(record, true) : there;
        if (there.receivedBytes() > 0 || back.receivedBytes() > 0) {
            return isAnswered(record, there) || isAnswered(record, back)
                    ? null
                    : oneWay(record, there);
        }
        return "no byte was moved in %.1f s: %s".formatted(there.end(), cause(record, there));
    }

    /** Whoever sends over a reliable queue pair hears of it, if the path is open both ways. */
    private static boolean isAnswered(RunRecord record, FlowInterval flow) {
        RunSpec spec = record.head().spec();
        return spec.protocol() == Protocol.TCP
                || !spec.qp().reliable()
                || flow.sender().packets() == 0
                || flow.sender().received() > 0;
    }

    private static String oneWay(RunRecord record, FlowInterval flow) {
        return "packets came in one direction only: %d left and %d came, but none came back; is UDP port %d open both ways?"
                .formatted(
                        flow.sender().packets(),
                        flow.receiver().received(),
                        record.head().remote().getPort());
    }

    /** Over the start that is omitted, too. */
    private static FlowInterval whole(RunRecord record, boolean reverse) {
        return FlowInterval.of(record, 0, record.samples() - 1, reverse);
    }

    private static String cause(RunRecord record, FlowInterval flow) {
        RunSpec spec = record.head().spec();
        long left = flow.sender().packets();
        long came = flow.receiver().received();
        // Another run may send to the group on behalf of this one.
        boolean sends = left > 0 || spec.toGroup();
        if (spec.protocol() == Protocol.TCP || !sends || came > left / 2) {
            return "no message of %d bytes became whole; use a longer --time or a smaller --size"
                    .formatted(spec.load().size());
        }
        String counts =
                "%d packets left and %d came, with payload %d; "
                        .formatted(left, came, record.head().own().payloadBytes());
        return counts + advice(spec, record.head().remote().getPort());
    }

    private static String advice(RunSpec spec, int port) {
        if (spec.toGroup()) {
            return ("does the network take %s to this server? Without an IGMP or MLD querier"
                            + " switches may not")
                    .formatted(spec.multicast());
        }
        return spec.tuning().control() == Control.CM && spec.qp() != Service.UD
                ? "the small ones of the connection manager pass: does the path carry less than the"
                        + " interfaces at its ends? Try --mtu 1024"
                : "is UDP port %d open both ways, and does the path carry such packets? Try --mtu 1024"
                        .formatted(port);
    }
}
