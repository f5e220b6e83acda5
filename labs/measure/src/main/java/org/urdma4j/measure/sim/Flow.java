package org.urdma4j.measure.sim;

import org.HdrHistogram.Histogram;
import org.urdma4j.transport.qp.RailStatistics;

import java.util.List;

/** Data from one host to another, of whatever transport; unless it says otherwise without end. */
interface Flow {
    /** Connects and posts; from then on the flow keeps itself going. */
    void start();

    /** Returns whether nothing more will come of it. */
    default boolean isOver() {
        return false;
    }

    /** Returns how many messages have completed. */
    default long completed() {
        return 0;
    }

    /** Returns how long each message took, if they go one at a time. */
    default Histogram times() {
        return new Histogram(Summary.DIGITS);
    }

    /** Returns why it ended, empty if it didn't. */
    default String failure() {
        return "";
    }

    /** Returns what the end with the data knows of its paths; nothing before it starts. */
    default List<RailStatistics> paths() {
        return List.of();
    }

    /** Returns the payload bytes that are in place at the receiver. */
    long placedBytes();

    /** Returns what congestion control at the end with the data does; empty before it starts. */
    String state();

    /** Returns what the end with the data has counted. */
    long sent(EngineCount count);

    /** Returns what the other end has counted. */
    long received(EngineCount count);
}
