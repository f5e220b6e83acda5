/**
 * The TCP port of a server: control connections, agreements on keys and TCP streams of runs come to
 * the same one, and are told apart by their first bytes. What it holds of those who say nothing, or
 * nonsense, has a bound in number and in time.
 */
package org.urdma4j.measure.port;
