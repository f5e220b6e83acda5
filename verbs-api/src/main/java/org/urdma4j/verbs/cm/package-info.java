/**
 * Connections by address and port, after librdmacm: event channels, identifiers, and the calls that
 * make, accept, refuse and end a connection. A program begins at {@link
 * org.urdma4j.verbs.cm.RdmaCm}. Depends on the JDK alone.
 *
 * <p>Threads: any thread may call any method. Events are plain values; none is acknowledged.
 * Sources: IBTA volume 1 chapter 12 and annex A11, the manual pages rdma_cm(7) and those it names.
 */
package org.urdma4j.verbs.cm;
