package org.urdma4j.lab.peer;

/**
 * One run.
 *
 * @param round from 1
 * @param mtu of both devices, bytes
 */
public record PeerTurn(int round, int mtu, Peer peer) {}
