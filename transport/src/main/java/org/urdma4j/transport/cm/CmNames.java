package org.urdma4j.transport.cm;

/**
 * What tells a connection from all others between two devices.
 *
 * @param transactionId of the MADs that made it
 * @param localId this end's number for it
 * @param remoteId the peer's
 */
public record CmNames(long transactionId, int localId, int remoteId) {}
