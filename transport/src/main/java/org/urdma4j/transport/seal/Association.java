package org.urdma4j.transport.seal;

import org.urdma4j.protection.key.Role;
import org.urdma4j.verbs.Gid;

/**
 * What tells an association from others.
 *
 * @param peer the other device's address
 * @param peerName who it has proved to be, for people
 * @param role which end of TLS this device is
 * @param ownIndex by which datagrams to this device name it
 * @param peerIndex by which datagrams to the peer name it
 * @param rotation how long keys are used
 * @param handshakeNs how long it took to come about
 */
public record Association(
        Gid peer,
        String peerName,
        Role role,
        int ownIndex,
        int peerIndex,
        Rotation rotation,
        long handshakeNs) {}
