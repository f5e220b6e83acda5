/**
 * Several paths of one queue pair: which rails and source ports there are, which of them takes the
 * next container, what the peer reports of each, and what happens to one that falls silent ({@code
 * docs/multipath.md}). Confined to the event loop of the shard.
 */
package org.urdma4j.transport.urdma.path;
