/**
 * {@code urdma stat}: what the devices of running processes count, from the files that {@code
 * transport.stat} writes. Reads only, and removes the files of processes that have ended.
 */
package org.urdma4j.tools.stat;
