package org.urdma4j.transport.queue;

/** A slot of a {@link WorkRing}: its content belongs to one position. */
abstract class Wqe {
    /** Written last by the posting thread: one more than the position of the content. */
    @SuppressWarnings("unused") // through WorkRing's VarHandle
    private volatile long sequence;
}
