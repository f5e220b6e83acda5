/**
 * Queue pair 1 of a device: what brings management datagrams to the {@linkplain
 * org.urdma4j.transport.cm connection manager} and away. On the event loop of the device's port.
 */
package org.urdma4j.transport.gsi;
