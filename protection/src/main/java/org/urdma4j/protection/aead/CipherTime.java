package org.urdma4j.protection.aead;

/**
 * What one packet costs, in the unit of the meter that measured it: nanoseconds of a clock, or
 * bytes of an allocation counter.
 *
 * @param bytes of the text
 * @param seal to seal it
 * @param open to open it again
 */
public record CipherTime(int bytes, double seal, double open) {
    /** Returns what a byte costs both ways. */
    double ofByte() {
        return (seal + open) / bytes;
    }
}
