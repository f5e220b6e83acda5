/**
 * A capture file played into a port again: {@code ReplayPlan} finds out of the file which queue
 * pairs and what memory its requests are for, {@code Responders} makes them, with the numbers and
 * keys of the capture, and {@code Replay} tells what they made of it. One thread at a time; the
 * port has its own.
 */
package org.urdma4j.measure.replay;
