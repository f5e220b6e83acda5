/**
 * Carries frames between two ports through the link model, in wall-clock time, and measures how
 * late it is. One thread does it all; others only ask for a snapshot. Knows no device: the ports
 * and the way to sleep are given to it.
 */
package org.urdma4j.wan.shuttle;
