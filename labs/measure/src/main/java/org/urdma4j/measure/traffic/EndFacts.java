package org.urdma4j.measure.traffic;

/**
 * What an end knows of itself once it is connected.
 *
 * @param mtu the same as {@code payloadBytes} for URDMA, the path MTU for Standard, MSS for TCP
 * @param payloadBytes the most payload of a packet
 * @param socketBufferBytes receive buffer that the kernel granted, as it reckons, 0 if unknown
 */
public record EndFacts(int mtu, int payloadBytes, long socketBufferBytes) {}
