/**
 * The wire of RoCE, without I/O: {@code ib} has the InfiniBand transport headers and the opcode
 * table, {@code net} the network headers below them, {@code icrc} the invariant CRC, {@code pcap}
 * capture files. Nothing here has threads, sockets or clocks, and the JDK is the only dependency.
 */
package org.urdma4j.codec;
