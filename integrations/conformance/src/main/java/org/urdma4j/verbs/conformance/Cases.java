package org.urdma4j.verbs.conformance;

import org.opentest4j.TestAbortedException;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.VerbsException;

import java.util.function.Supplier;

/** A theme of the suite: tests over a pair of contexts. */
interface Cases {
    /** Returns the contexts of the test that runs. */
    Pair pair();

    /** Returns what {@code make} makes, or skips the test if the provider doesn't have such. */
    static <T> T supported(Supplier<T> make) {
        try {
            return make.get();
        } catch (VerbsException e) {
            if (e.errno() == Errno.EOPNOTSUPP) {
                throw new TestAbortedException("not supported by the provider: " + e.getMessage());
            }
            throw e;
        }
    }
}
