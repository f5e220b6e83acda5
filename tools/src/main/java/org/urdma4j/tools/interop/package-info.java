/**
 * The command {@code urdma interop}: our stack against Linux's {@code rdma_rxe} in a guest, and a
 * table of what they agree on. The guest is the business of {@code tools/interop/rxe-guest}.
 */
package org.urdma4j.tools.interop;
