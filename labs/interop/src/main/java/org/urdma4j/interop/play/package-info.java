/**
 * The cases that our device and the guest's {@code rdma_rxe} play: docs/interop.md. {@code Player}
 * runs in the guest's network and plays each {@code PlayedCase} twice: once our device asks and the
 * guest answers, once the other way round. {@code End} is what a case sees of either; one thread
 * uses it.
 */
package org.urdma4j.interop.play;
