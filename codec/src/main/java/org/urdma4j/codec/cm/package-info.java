/**
 * Messages of the InfiniBand connection manager (IBTA volume 1, chapter 12), as Linux's {@code
 * rdma_cm} speaks it on RoCE: requests for connections and datagram service, with the IP addresses
 * and the URDMA offer in their private data.
 *
 * <p>Each message has a class with its fields; {@link org.urdma4j.codec.cm.CmMessage} lists them.
 * Stateless, over big-endian buffers with absolute offsets; safe from any thread.
 */
package org.urdma4j.codec.cm;
