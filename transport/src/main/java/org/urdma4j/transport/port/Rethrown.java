package org.urdma4j.transport.port;

import org.urdma4j.verbs.VerbsException;

/**
 * What a task on the event loop has thrown, as its caller is to see it: of the same kind, with the
 * caller's stack, and caused by the original, which has the loop's.
 */
public final class Rethrown {
    /** Marks where a call came from in what has no kind that could be made again. */
    private static final class CalledFrom extends RuntimeException {
        private static final long serialVersionUID = 1;

        CalledFrom() {
            super("called from here");
        }
    }

    private Rethrown() {}

    /** Returns what is to be thrown; an error is thrown at once. */
    public static RuntimeException from(Throwable original) {
        return switch (original) {
            case VerbsException e -> new VerbsException(e.errno(), said(e), e);
            case IllegalStateException e -> new IllegalStateException(e.getMessage(), e);
            case IllegalArgumentException e -> new IllegalArgumentException(e.getMessage(), e);
            case RuntimeException e -> {
                e.addSuppressed(new CalledFrom());
                yield e;
            }
            case Error e -> {
                e.addSuppressed(new CalledFrom());
                throw e;
            }
            default -> new IllegalStateException(original);
        };
    }

    /** Without the error number, which is put before it again. */
    private static String said(VerbsException e) {
        return e.getMessage().substring((e.errno() + ": ").length());
    }
}
