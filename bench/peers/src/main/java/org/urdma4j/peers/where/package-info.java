/**
 * {@code bench/baseline where}: where processor time goes while ours transfers, both ends sampled
 * by async-profiler in a run of their own; {@link org.urdma4j.peers.where.Where} is the command. A
 * sample is charged to one {@link org.urdma4j.peers.where.Part} of the work by the names on its
 * stack.
 */
package org.urdma4j.peers.where;
