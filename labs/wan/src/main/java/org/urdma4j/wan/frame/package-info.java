/**
 * Ethernet frames as a TAP device hands them over: up to 64 KiB that the kernel would cut into wire
 * packets, with the virtio header that says how. Knows the wire packets in such a frame and makes
 * frames of any run of them. Pure: memory in, memory out; one thread at a time.
 */
package org.urdma4j.wan.frame;
