/** Packets, cables, ports and switches with shared memory. */
package org.urdma4j.leafspine.net;
