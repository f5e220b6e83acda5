/**
 * What a queue pair is whatever profile it speaks: how it is set up, what it is attached to, what
 * its peers share, and the {@link org.urdma4j.transport.qp.Profile} that it hands packets and work
 * to. Confined to the event loop of its shard.
 */
package org.urdma4j.transport.qp;
