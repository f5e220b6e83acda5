package org.urdma4j.measure.run;

import org.urdma4j.measure.spec.Control;
import org.urdma4j.measure.spec.Direction;
import org.urdma4j.measure.spec.Load;
import org.urdma4j.measure.spec.Operation;
import org.urdma4j.measure.spec.Protocol;
import org.urdma4j.measure.spec.RunSpec;
import org.urdma4j.measure.spec.Tuning;

/** Short runs for tests. */
final class Specs {
    private static final int DEPTH = 8;

    private Specs() {}

    static Tuning tuning(int timeout, int retry) {
        return new Tuning(0, "rrcc", 0, 0, "off", timeout, retry, 0, 0, "", 4 << 20, Control.CM);
    }

    static RunSpec ofBytes(
            Protocol protocol,
            Operation operation,
            Direction direction,
            long bytes,
            long size,
            int streams,
            boolean verify) {
        Load load = new Load(size, DEPTH, streams, 0, bytes, 0, 0, verify, false, 1);
        return new RunSpec(protocol, operation, direction, load, tuning(18, 7));
    }

    static RunSpec ofTime(long timeNs, long omitNs, long intervalNs, Direction direction) {
        return ofTime(timeNs, omitNs, intervalNs, direction, tuning(18, 7));
    }

    static RunSpec ofTime(
            long timeNs, long omitNs, long intervalNs, Direction direction, Tuning tuning) {
        Load load = new Load(65_536, DEPTH, 1, timeNs, 0, omitNs, intervalNs, false, false, 1);
        return new RunSpec(Protocol.URDMA, Operation.WRITE, direction, load, tuning);
    }
}
