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
    /** Returns the lesser of both ways, of the same size. */
    CipherTime least(CipherTime other) {
        return new CipherTime(bytes, Math.min(seal, other.seal), Math.min(open, other.open));
    }

    /** Returns what a byte costs both ways. */
    double ofByte() {
        return (seal + open) / bytes;
    }
}
