/**
 * The RDMA traffic ends of the bench: a software device on the run's address, queue pairs, memory,
 * and the threads that post and poll.
 */
package org.urdma4j.measure.verbs;
