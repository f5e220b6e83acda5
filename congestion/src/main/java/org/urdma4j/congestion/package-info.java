/**
 * When a queue pair may put its next bytes on the wire. Pure arithmetic on times that are passed
 * in; no clock, thread or socket. Called by the transport engine, confined to the event loop that
 * owns the queue pair.
 */
package org.urdma4j.congestion;
