/**
 * P-FEC in a queue pair: which packets form a group, their repair packets, and packets that are
 * given back ({@code docs/fec.md}; the codes are in module {@code fec}). Confined to the event loop
 * of the shard.
 */
package org.urdma4j.transport.urdma.fec;
