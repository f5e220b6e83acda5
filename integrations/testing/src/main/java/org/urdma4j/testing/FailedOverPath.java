package org.urdma4j.testing;

/** Goes with the failure of a test, to say over which path it failed and how that is repeated. */
final class FailedOverPath extends Exception {
    private static final long serialVersionUID = 1L;

    FailedOverPath(PathEnds ends) {
        super(
                "%s. The same packets are lost with -D%s=%d"
                        .formatted(ends, EmulatedPathExtension.SEED, ends.seed()),
                null,
                false,
                false); // where it was made says nothing
    }
}
