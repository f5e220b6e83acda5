/**
 * A peer whose address changes in the middle of a connection, as behind an address translator: what
 * has to be proven before packets go elsewhere. No I/O, threads or clock.
 */
package org.urdma4j.transport.urdma.migration;
