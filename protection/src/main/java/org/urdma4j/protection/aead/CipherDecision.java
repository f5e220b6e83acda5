package org.urdma4j.protection.aead;

import java.util.List;

/**
 * Which implementation is used.
 *
 * @param trials of all that came into question, in the order in which they were found
 * @param chosen one of them
 * @param why in words, to follow its name
 */
public record CipherDecision(List<CipherTrial> trials, CipherTrial chosen, String why) {
    public CipherDecision {
        trials = List.copyOf(trials);
    }
}
