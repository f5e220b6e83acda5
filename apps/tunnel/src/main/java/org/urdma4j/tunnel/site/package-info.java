/**
 * One end of a tunnel, in real time: a TAP device inside, a UDP socket outside, keys of an
 * association. One thread carries everything; the association's threads tell it of keys. Needs root
 * or CAP_NET_ADMIN for the device.
 */
package org.urdma4j.tunnel.site;
