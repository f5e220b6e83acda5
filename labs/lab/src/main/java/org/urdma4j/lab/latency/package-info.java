/**
 * Round trips of ours, one request at a time, beside those of a bare UDP echo over the same pair of
 * virtual devices, in turns: what is run, what came of it, and the table of that. {@code lab.host}
 * runs it.
 */
package org.urdma4j.lab.latency;
