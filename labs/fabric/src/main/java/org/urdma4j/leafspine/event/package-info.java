/** Virtual time in picoseconds: at 100 Gbit/s a byte takes 80. */
package org.urdma4j.leafspine.event;
