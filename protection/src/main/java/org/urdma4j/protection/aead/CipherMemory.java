package org.urdma4j.protection.aead;

import java.util.List;
import java.util.Optional;

/** Keeps which implementation was taken, so that no process need time them all again. */
public interface CipherMemory {
    /** Keeps nothing. */
    CipherMemory NONE =
            new CipherMemory() {
                @Override
                public Optional<String> recall(CipherChoice choice, List<String> candidates) {
                    return Optional.empty();
                }

                @Override
                public void keep(CipherChoice choice, List<String> candidates, String taken) {
                    // as it says
                }
            };

    /**
     * Returns which was taken where all was as it is now.
     *
     * @param candidates names of those that came into question
     * @return nothing if that isn't known
     */
    Optional<String> recall(CipherChoice choice, List<String> candidates);

    /**
     * Keeps which was taken, if that can be.
     *
     * @param candidates names of those that came into question
     * @param taken one of them
     */
    void keep(CipherChoice choice, List<String> candidates, String taken);
}
