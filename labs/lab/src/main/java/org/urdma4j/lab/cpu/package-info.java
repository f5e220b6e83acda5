/**
 * What work costs the whole machine: threads of the idle class on every processor see what others,
 * the kernel's soft interrupts among them, leave of it.
 */
package org.urdma4j.lab.cpu;
