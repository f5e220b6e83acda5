/**
 * Keys of a port from {@linkplain org.urdma4j.protection.association associations} with other
 * devices: TLS on threads of its own, what comes of it on the port's event loop. Made by who opens
 * ports.
 */
package org.urdma4j.transport.port.keys;
