package org.urdma4j.copy.tree;

/** Where calls of the disk fail that a test has chosen; otherwise none does for this. */
final class CallErrors {
    /** Says which fail. Any thread may ask. */
    @FunctionalInterface
    interface Source {
        /** Returns the errno with which a call fails, 0 if it is made. */
        int errno(String call, TreePath at);
    }

    private static volatile Source source;

    private CallErrors() {}

    /** Has calls fail from now on, in all threads; null for none. */
    static void set(Source now) {
        source = now;
    }

    /** Is asked before each call. */
    static void check(String call, TreePath at) throws DiskException {
        Source now = source;
        int errno = now == null ? 0 : now.errno(call, at);
        if (errno != 0) {
            throw DiskException.of(errno, at);
        }
    }
}
