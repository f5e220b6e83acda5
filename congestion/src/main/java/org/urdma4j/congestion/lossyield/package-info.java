/**
 * What a flow leaves to others behind a queue that is short beside a round trip, where delay says
 * nothing while it fills: TCP, which heeds losses, would be left next to nothing. After overflows
 * {@link org.urdma4j.congestion.lossyield.LossYield} bounds the rate as a flow of CUBIC would have
 * it, unless those who fill the queue heed no losses. Pure arithmetic; confined to the event loop
 * of the queue pair.
 */
package org.urdma4j.congestion.lossyield;
