package org.urdma4j.gateway.bridge.port;

/**
 * What one side of a bridge has done so far.
 *
 * @param device name of the interface
 * @param read frames as the kernel gave them, of one or more packets
 * @param written frames
 * @param overflowed frames that the kernel dropped because nobody read them in time
 * @param refused frames that the interface didn't take
 */
public record PortReport(String device, long read, long written, long overflowed, long refused) {}
