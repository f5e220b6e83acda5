package org.urdma4j.measure.capture;

/**
 * A frame that stops the other end of a cable.
 *
 * @param number of the record in the file, from 1
 * @param timeNs nanoseconds since 1970, or {@link
 *     org.urdma4j.codec.pcap.CaptureRecord#NO_TIMESTAMP}
 * @param source Ethernet address of who sent it
 * @param pfc whether it is about single priorities; PAUSE is about the whole port
 * @param priorities of PFC, bit n: it is about priority n
 * @param quanta of each priority that it is about, 0: go on; of PAUSE, eight times the same
 */
@SuppressWarnings("ArrayRecordComponent")
public record PauseFrame(
        long number, long timeNs, long source, boolean pfc, int priorities, int[] quanta) {}
