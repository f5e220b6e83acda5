/**
 * What is in the cells of a tunnel (docs/wire-urdma.md), before they are sealed and after they were
 * opened: frames become cells of one length, cells become frames, and when a cell is due. The idea
 * is RFC 9347's, IP-TFS. No I/O, no clock, no thread; called by the tunnel's one thread.
 */
package org.urdma4j.tunnel.cell;
