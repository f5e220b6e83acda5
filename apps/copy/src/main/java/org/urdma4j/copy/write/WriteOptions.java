package org.urdma4j.copy.write;

import java.util.random.RandomGenerator;

/**
 * How a target is written.
 *
 * @param sync whether files are on the disk before they get their names; without, the kernel writes
 *     them in its own time, and a loss of power may leave files that are empty
 * @param resume whether what an earlier copy left of a file is gone on with
 * @param random for temporary names; any thread must be able to use it
 */
public record WriteOptions(boolean sync, boolean resume, RandomGenerator random) {}
