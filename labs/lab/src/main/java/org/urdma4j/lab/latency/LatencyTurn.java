package org.urdma4j.lab.latency;

/**
 * One run.
 *
 * @param round from 1
 * @param mtu of both devices, bytes
 * @param busyPollUs how long event loops of both ends look on before they sleep, µs
 */
public record LatencyTurn(int round, int mtu, int busyPollUs, Asker asker) {}
