/**
 * The URDMA profile of a queue pair (China Mobile, ZTE Technology Journal 30(6), 2024; {@code
 * docs/wire-format.md}): every data packet places itself, what is missing is reported and sent
 * again by itself, and congestion control decides the rate. Requests and answers have a sequence
 * space each; both share the congestion control.
 *
 * <p>{@link org.urdma4j.transport.urdma.UrdmaProfile} takes packets in and hands packets out; the
 * classes behind it are what sends requests, what serves them, what sends answers, what takes them,
 * and the reports on either. Confined to the event loop of the shard.
 */
package org.urdma4j.transport.urdma;
