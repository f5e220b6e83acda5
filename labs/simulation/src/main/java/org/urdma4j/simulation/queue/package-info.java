/**
 * Queues before a transmitter that do more than drop what doesn't fit: FQ-CoDel (RFC 8289, 8290),
 * PIE (RFC 8033) and DualPI2 (RFC 9332), with the parameters that those publish as defaults. They
 * read no clock, know no rate, draw from generators that they are given, and allocate nothing for a
 * packet. Called by the links of {@code host}; confined to the thread that runs the virtual time.
 */
package org.urdma4j.simulation.queue;
