/**
 * What the two ends of a pass over a tree have in common. {@code send} and {@code receive} are the
 * ends; each runs at either side of a connection, for push and pull alike.
 */
package org.urdma4j.copy.pass;
