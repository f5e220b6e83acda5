/**
 * Frames in memory that is bounded from the start, and what a gateway asks of them: {@code
 * FrameStore} keeps whole Ethernet frames where the simulator's store keeps simulated packets.
 */
package org.urdma4j.gateway.bridge.store;
