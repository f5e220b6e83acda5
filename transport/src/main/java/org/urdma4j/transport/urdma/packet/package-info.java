/**
 * How data packets of the URDMA profile are written, requests and responses alike ({@code
 * docs/wire-urdma.md}). Called by the requester and the responder, on the event loop of the shard.
 */
package org.urdma4j.transport.urdma.packet;
