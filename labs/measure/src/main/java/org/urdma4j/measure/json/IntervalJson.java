package org.urdma4j.measure.json;

import org.urdma4j.measure.run.FlowInterval;
import org.urdma4j.measure.run.RunRecord;
import org.urdma4j.measure.spec.Direction;

import java.util.ArrayList;
import java.util.List;

/** One interval: an element of key {@code intervals}. */
record IntervalJson(
        List<SumJson> streams,
        SumJson sum,
        SumJson sumBidirReverse,
        UrdmaJson urdma,
        UrdmaJson urdmaBidirReverse,
        List<RailJson> paths,
        List<RailJson> pathsBidirReverse) {
    static IntervalJson of(RunRecord record, int index) {
        FlowInterval flow = FlowInterval.of(record, index - 1, index, false);
        List<SumJson> streams = new ArrayList<>(SumJson.streams(flow, 1));
        SumJson reverseSum = null;
        UrdmaJson reverseUrdma = null;
        List<RailJson> reversePaths = null;
        if (record.head().spec().direction() == Direction.BOTH) {
            FlowInterval reverse = FlowInterval.of(record, index - 1, index, true);
            streams.addAll(SumJson.streams(reverse, 1 + streams.size()));
            reverseSum = SumJson.received(reverse);
            reverseUrdma = UrdmaJson.of(reverse, null);
            reversePaths = RailJson.of(reverse.paths());
        }
        return new IntervalJson(
                streams,
                SumJson.received(flow),
                reverseSum,
                UrdmaJson.of(flow, null),
                reverseUrdma,
                RailJson.of(flow.paths()),
                reversePaths);
    }
}
