/**
 * What the devices of a process count, in files that other processes of the same user read while it
 * runs ({@code ./urdma stat}). Layout: docs/stat.md.
 *
 * <p>A thread of the process wakes each event loop twice a second; the loop writes all counters of
 * its device into mapped memory, between two turns, so that packets cost nothing more than before.
 * Nothing that happens to the files harms the application: at worst there are none.
 */
package org.urdma4j.transport.stat;
