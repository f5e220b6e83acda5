/**
 * A run for programs: JSON in the shape of iperf3's, with a {@code urdma} object for what TCP has
 * no word for. {@code docs/tools.md} lists the keys.
 */
package org.urdma4j.measure.json;
