/**
 * Real-time media as a rival in virtual time: a sender of RTP packets at the rate that NADA (RFC
 * 8698) gives it over simulated links. There are no codecs and no frames: packets leave evenly.
 * Everything runs on the thread that runs the virtual time.
 */
package org.urdma4j.simulation.media;
