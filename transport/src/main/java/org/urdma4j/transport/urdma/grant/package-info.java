/**
 * Grants of one URDMA queue pair: what its peer may send, and what it may itself. The rules are in
 * package {@code org.urdma4j.transport.grant}; here are the messages.
 */
package org.urdma4j.transport.urdma.grant;
