/**
 * How long packets may be on their path (RFC 8899, {@code docs/networks.md}): the search for it by
 * probes, the notice of a path that has become narrower, and pieces of packets that were too long.
 * Pure: time and randomness are passed in.
 */
package org.urdma4j.transport.urdma.mtu;
