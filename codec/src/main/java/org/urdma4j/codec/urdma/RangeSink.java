package org.urdma4j.codec.urdma;

/** Takes the missing PSNs of a report, a range at a time. */
@FunctionalInterface
public interface RangeSink {
    /**
     * Takes a range.
     *
     * @param firstPsn 24 bits
     * @param count 1 to 2^23
     */
    void missing(int firstPsn, int count);
}
