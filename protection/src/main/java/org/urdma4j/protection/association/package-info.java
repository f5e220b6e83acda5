/**
 * The association of two devices: one TLS connection, kept, by which all their queue pairs have
 * fresh keys. Here is what a device gives and is told; {@code tls} shakes hands, {@code message} is
 * what the ends say, {@code state} decides, {@code door} lets peers in, {@code net} has threads.
 *
 * <p>How the keys that come of it are used is in {@link org.urdma4j.protection.key.KeySchedule}.
 */
package org.urdma4j.protection.association;
