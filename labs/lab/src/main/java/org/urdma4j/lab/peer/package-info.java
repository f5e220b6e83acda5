/**
 * Bulk transfers of ours beside those of other transports over the same pair of virtual devices, in
 * turns: what is run, what came of it, and the table of that. {@code lab.host} runs it.
 */
package org.urdma4j.lab.peer;
