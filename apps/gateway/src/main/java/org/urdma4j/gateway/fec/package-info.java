/**
 * Forward error correction between gateways: parities over consecutive packets of all flows, so
 * that a lost packet is put together again where it is missing, without a round trip.
 */
package org.urdma4j.gateway.fec;
