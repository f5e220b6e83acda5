/**
 * A congestion control before a jury: what RFC 9743 (BCP 133) asks a new one to be tried in, as
 * scenarios in virtual time, each with many seeds, and how flows share in them. Whatever is played
 * follows from one seed.
 */
package org.urdma4j.measure.evaluation;
