/** Frames into cells and out of them, in time that the tests set. */
package org.urdma4j.tunnel.cell;
