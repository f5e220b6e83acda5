/**
 * Where the other end of a tunnel is, and whether it is there at all. An address that cells come
 * from is asked before the stream goes there (RFC 9000, 8.2 and 9.3), and who isn't heard gets
 * questions alone. No I/O, no clock, no thread; called by the tunnel's one thread.
 */
package org.urdma4j.tunnel.address;
