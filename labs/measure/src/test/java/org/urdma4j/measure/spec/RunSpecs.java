package org.urdma4j.measure.spec;

/** Runs for tests. */
public final class RunSpecs {
    /** Values that no default equals, so that one that got lost is seen. */
    public static final Tuning TUNING =
            new Tuning(
                    4096,
                    "fixed",
                    2_000_000_000L,
                    1_000_000_000L,
                    "20,4",
                    15,
                    6,
                    46,
                    0,
                    "bbr",
                    99,
                    Control.CM);

    /** A short run by time. */
    public static final Load LOAD =
            new Load(65_536, 16, 2, 300_000_000, 0, 50_000_000, 100_000_000, true, false, 7);

    private RunSpecs() {}

    /** Returns a run of these with the values above. */
    public static RunSpec of(Protocol protocol, Operation operation, Direction direction) {
        return new RunSpec(protocol, operation, direction, LOAD, TUNING);
    }
}
