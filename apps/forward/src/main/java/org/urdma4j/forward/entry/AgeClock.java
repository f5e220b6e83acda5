package org.urdma4j.forward.entry;

/** How long ago it was made. */
final class AgeClock {
    private final long beginNs = System.nanoTime();

    long ageNs() {
        return System.nanoTime() - beginNs;
    }
}
