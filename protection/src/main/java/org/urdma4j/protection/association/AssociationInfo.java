package org.urdma4j.protection.association;

import org.urdma4j.protection.key.Role;
import org.urdma4j.protection.key.Secret;

import java.net.InetAddress;
import java.time.Duration;

/**
 * An association when it was established; of what changes later, {@link AssociationListener} tells.
 *
 * @param local address of this device
 * @param remote address of the peer, as TCP has it
 * @param index that names it at this end, in datagrams that the peer sends; never 0, unpredictable
 * @param peerIndex that names it at the peer, in datagrams for the peer
 * @param role which end of TLS this is
 * @param generation number of the first generation, 0
 * @param secret of that generation, the listener's to close
 * @param peer who the peer is: a name in its certificate, or the fingerprint of the PSK
 * @param epochBits packets of an epoch, as a power of two, 8 to 22: the smaller of both ends'
 * @param epochTime longest time of an epoch, in seconds: the smaller of both ends'
 * @param handshakeNs that the handshake took, from TCP's connection on
 * @param group of the key exchange
 * @param suite of TLS
 */
public record AssociationInfo(
        InetAddress local,
        InetAddress remote,
        int index,
        int peerIndex,
        Role role,
        int generation,
        Secret secret,
        String peer,
        int epochBits,
        Duration epochTime,
        long handshakeNs,
        String group,
        String suite) {}
