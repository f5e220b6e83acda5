/**
 * What the two ends of an URDMA connection offer each other, and what follows from both offers
 * ({@code docs/wire-urdma.md}). Immutable, and made when a connection is.
 */
package org.urdma4j.transport.urdma.offer;
