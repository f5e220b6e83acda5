/**
 * Our stack against Linux's {@code rdma_rxe}, over a real network interface: docs/interop.md.
 * {@code RxeInteropTest} is what Maven runs; it starts {@code RxeSmoke} in the guest's network,
 * which plays each {@code SmokeCase} twice: once our device asks and the guest answers, once the
 * other way round. {@code End} is what a case sees of either; one thread uses it.
 */
package org.urdma4j.transport.interop;
