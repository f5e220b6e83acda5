/**
 * Sealed packets of queue pairs, by the keys of an association with the peer's device
 * (docs/protection.md). Called by the event loop only.
 */
package org.urdma4j.transport.seal;
