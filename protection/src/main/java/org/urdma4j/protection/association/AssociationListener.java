package org.urdma4j.protection.association;

import org.urdma4j.protection.key.Secret;

import java.net.InetAddress;

/**
 * Is told what becomes of associations. Each has a thread of its own, a virtual one, which makes
 * all calls about it, one after the other and without holding a lock; calls about different ones
 * come at the same time. A call that blocks holds up its association alone, heartbeats included.
 *
 * <p>For each association {@link #established} is the first and {@link #ended} the last. Between:
 * {@link #renewed}, then {@link #maySeal} once the peer can open it, then {@link #retired} for each
 * older one. A generation that the peer never had is retired without {@link #maySeal}.
 */
public interface AssociationListener {
    /**
     * There is an association. Generation 0 may be opened, and sealed by, at once.
     *
     * @param info which, with a secret that is the listener's to close
     */
    void established(AssociationInfo info);

    /**
     * A new generation must be opened from now on: the peer may seal by it before this end may.
     *
     * @param generation its number, 0 to 255, one or a few after the one before
     * @param secret the listener's to close
     */
    void renewed(AssociationInfo info, int generation, Secret secret);

    /** This end is to seal by this generation from now on; older ones are opened 10 s more. */
    void maySeal(AssociationInfo info, int generation);

    /** A generation is over: its keys are to be wiped. */
    void retired(AssociationInfo info, int generation);

    /**
     * A handshake failed: one that was asked for, one of a stranger (some of them, when there are
     * many), or one of an association that goes on for now.
     *
     * @param why one line for people, without secrets
     */
    void failed(InetAddress peer, String why);

    /**
     * It is over, with all its generations: what it protects ends.
     *
     * @param why one line for people
     */
    void ended(AssociationInfo info, String why);
}
