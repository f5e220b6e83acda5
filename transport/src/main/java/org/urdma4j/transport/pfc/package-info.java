/**
 * Flow control between the two ends of a cable: what PAUSE and PFC frames that arrived stop, and
 * when frames of one's own are due (IEEE 802.3 annex 31B, 802.1Q clause 36, which was 802.1Qbb).
 * Pure: the time is passed in, and frames are bytes that somebody else sends. Used by raw network
 * ports and by the simulator's switches and hosts, each instance confined to one thread.
 */
package org.urdma4j.transport.pfc;
