/**
 * The command {@code urdma perftest}: bandwidth of WRITE, READ and SEND, with {@code ib_write_bw},
 * {@code ib_read_bw} and {@code ib_send_bw} of perftest at the other end. What they say to each
 * other over TCP is in {@code Talk}.
 */
package org.urdma4j.tools.perftest;
