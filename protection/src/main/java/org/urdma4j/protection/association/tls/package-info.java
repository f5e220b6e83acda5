/**
 * One end of a TLS 1.3 connection (RFC 8446) without socket, thread or clock: bytes go in and come
 * out. TLS_AES_256_GCM_SHA384 only, X25519MLKEM768 or X25519 always, proven by an external PSK or
 * by certificates of both; no early data, no tickets, no resumption. By Bouncy Castle's low-level
 * API.
 *
 * <p>Called by {@code association.state} for renewals and {@code association.net} for connections,
 * never on an event loop: a handshake takes milliseconds of computing.
 */
package org.urdma4j.protection.association.tls;
