/**
 * The two sequence spaces of an URDMA connection, in each direction: what has arrived, the reports
 * on it, what they tell congestion control, and so what may be sent ({@code docs/tc-sack.md},
 * {@code docs/congestion.md}). Used by all of the profile, on the event loop of the shard.
 */
package org.urdma4j.transport.urdma.report;
