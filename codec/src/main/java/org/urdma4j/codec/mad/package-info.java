/**
 * Management datagrams (IBTA volume 1, 13.4): the header that all of them have, fields by their
 * place in bits, and the packet around them on queue pair 1.
 *
 * <p>Stateless, over big-endian buffers with absolute offsets; safe from any thread.
 */
package org.urdma4j.codec.mad;
