/**
 * The control connection of a run: TCP, one JSON object a line. It carries what both ends must know
 * to begin, samples while a run goes on, and the end. What comes from the other side is read with
 * limits and never trusted.
 */
package org.urdma4j.measure.control;
