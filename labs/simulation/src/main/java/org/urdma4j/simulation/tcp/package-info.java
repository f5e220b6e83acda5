/**
 * TCP flows as rivals in virtual time: the congestion control of CUBIC (RFC 9438, with HyStart), of
 * CUBIC as QUIC paces it, of Reno (RFC 5681), and of BBR versions 1
 * (draft-cardwell-iccrg-bbr-congestion-control-00) and 3 (draft-ietf-ccwg-bbr) over simulated
 * links, with what of TCP bears on it: super-packets, acknowledgements for every second segment,
 * loss found by later arrivals, proportional rate reduction, probes and timeouts. Flows without
 * end, or short ones that come at random. There are no bytes, handshakes or receive windows; a
 * packet sent again is a packet. Everything runs on the thread that runs the virtual time.
 */
package org.urdma4j.simulation.tcp;
