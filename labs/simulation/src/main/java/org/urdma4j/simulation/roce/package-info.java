/**
 * What makes RDMA packets out of a link's packets: how to see the headers of one, and predicates
 * that name it in a script ("the first NAK", "the second packet with PSN 7"). Header fields are
 * those of the InfiniBand Architecture Specification, volume 1, chapter 9. Called by scenario tests
 * and captures, on the link's thread.
 */
package org.urdma4j.simulation.roce;
