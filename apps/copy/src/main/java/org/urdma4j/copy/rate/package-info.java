/**
 * One budget of bytes for all streams of a copy: {@link org.urdma4j.copy.rate.Budget} is the sum,
 * pure, and {@link org.urdma4j.copy.rate.RateLimit} waits by it.
 */
package org.urdma4j.copy.rate;
