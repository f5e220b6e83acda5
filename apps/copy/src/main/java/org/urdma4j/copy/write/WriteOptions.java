package org.urdma4j.copy.write;

import org.urdma4j.copy.tree.Preserve;

import java.util.random.RandomGenerator;

/**
 * How a target is written.
 *
 * @param sync whether files are on the disk before they get their names; without, the kernel writes
 *     them in its own time, and a loss of power may leave files that are empty
 * @param resume whether what an earlier copy left of a file is gone on with
 * @param preserve what else is kept, as far as who writes may
 * @param privileged whether who writes may give files away, and lend their owners' rights
 * @param random for temporary names; any thread must be able to use it
 */
public record WriteOptions(
        boolean sync,
        boolean resume,
        Preserve preserve,
        boolean privileged,
        RandomGenerator random) {
    /** Keeps nothing else. */
    public WriteOptions(boolean sync, boolean resume, RandomGenerator random) {
        this(sync, resume, Preserve.NONE, false, random);
    }
}
