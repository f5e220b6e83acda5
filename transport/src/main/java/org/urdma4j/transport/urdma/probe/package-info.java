/** PROBE packets, which ask about a way or answer. */
package org.urdma4j.transport.urdma.probe;
