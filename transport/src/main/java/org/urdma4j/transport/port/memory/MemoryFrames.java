package org.urdma4j.transport.port.memory;

import io.netty.buffer.ByteBuf;

import org.urdma4j.verbs.Gid;

/**
 * A batch of packets on its way through memory, back to back.
 *
 * @param packets the packets, each from its BTH to its ICRC; one reference goes with this object
 * @param count how many
 * @param length of each but the last, which may be shorter
 * @param source who sent them
 */
record MemoryFrames(ByteBuf packets, int count, int length, Gid source) {}
