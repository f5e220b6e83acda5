/**
 * Registered memory and the checks that stand between it and the network: key, protection domain,
 * rights and range (IBTA 1.4 §10.6). Confined to the event loop of the device.
 */
package org.urdma4j.transport.memory;
