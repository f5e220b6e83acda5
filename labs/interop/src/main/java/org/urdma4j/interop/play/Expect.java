package org.urdma4j.interop.play;

/** Says what a case expected, when that is not so. */
final class Expect {
    /** A case failed. */
    static final class Failure extends RuntimeException {
        private static final long serialVersionUID = 1;

        Failure(String message) {
            super(message);
        }
    }

    private Expect() {}

    static void that(boolean holds, String otherwise) {
        if (!holds) {
            throw new Failure(otherwise);
        }
    }

    static void equal(String what, Object actual, Object expected) {
        that(actual.equals(expected), "%s: %s, not %s".formatted(what, actual, expected));
    }
}
