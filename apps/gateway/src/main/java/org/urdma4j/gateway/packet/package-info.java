/**
 * What the rest of a gateway is built on: headers and handles of packets, where packets are kept
 * and leave, limits, counters.
 */
package org.urdma4j.gateway.packet;
