/**
 * Our stack against Linux's rdma_rxe, in a guest: which cases there are, in which processes they
 * run, and what they agree on. The guest itself is in {@code guest}, cases of two devices in {@code
 * play}, of programs in {@code programs}.
 */
package org.urdma4j.interop;
