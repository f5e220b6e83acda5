/**
 * Packets on their way between the engine and a network backend: a batch that goes out in one
 * system call, a packet that came in, and the route between two peers. Called by the event loop
 * only.
 */
package org.urdma4j.transport.wire;
