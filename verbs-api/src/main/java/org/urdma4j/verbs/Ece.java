package org.urdma4j.verbs;

/**
 * What providers tell each other of what they can do beyond the specification: {@code struct
 * ibv_ece} (ibv_query_ece(3), ibv_set_ece(3)). Programs carry it from one end to the other and need
 * not understand it.
 *
 * @param vendorId who defined the options, a number like an IEEE OUI; 0 for nobody
 * @param options bits that this vendor defined
 * @param compMask for extensions; 0
 */
public record Ece(int vendorId, int options, int compMask) {
    /** No options at all. */
    public static final Ece NONE = new Ece(0, 0, 0);
}
