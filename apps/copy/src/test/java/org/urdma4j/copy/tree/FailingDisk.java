package org.urdma4j.copy.tree;

import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * Has calls of the disk fail. One at a time, for which a test has a {@code ResourceLock} of {@link
 * #LOCK}; the paths must be those of one test alone.
 */
public final class FailingDisk implements AutoCloseable {
    public static final String LOCK = "FailingDisk";
    public static final int EIO = 5;
    public static final int EACCES = ErrnoKinds.EACCES;
    public static final int EMFILE = ErrnoKinds.EMFILE;

    private final Set<String> calls = ConcurrentHashMap.newKeySet();

    /**
     * @param call which, null for none
     * @param paths of whatever it is made for, from the root
     */
    public FailingDisk(String call, int errno, Predicate<String> paths) {
        CallErrors.set((name, at) -> {
            if (!paths.test(at.toString())) {
                return 0;
            }
            calls.add(name);
            return name.equals(call) ? errno : 0;
        });
    }

    /** Returns the calls that were made for such paths. */
    public Set<String> calls() {
        return new TreeSet<>(calls);
    }

    @Override
    public void close() {
        CallErrors.set(null);
    }
}
