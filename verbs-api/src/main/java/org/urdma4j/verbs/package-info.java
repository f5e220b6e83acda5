/**
 * RDMA verbs with the names, numbers and errors of libibverbs, in Java's manner. A program begins
 * at {@link org.urdma4j.verbs.Verbs}; what implements the interfaces is a {@link
 * org.urdma4j.verbs.VerbsProvider}. Depends on the JDK alone.
 *
 * <p>Threads: any thread may call any method of an interface, as with libibverbs; posting and
 * polling take no lock. Mutable holders (SendWr, RecvWr, QpAttr, WorkCompletion) belong to one
 * thread at a time. Sources: IBTA volume 1 chapters 10 and 11, the manual pages of rdma-core.
 */
package org.urdma4j.verbs;
