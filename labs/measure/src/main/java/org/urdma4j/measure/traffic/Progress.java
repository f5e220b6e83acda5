package org.urdma4j.measure.traffic;

/**
 * Told by an end that is being opened or connected whenever it got on, so that many queue pairs may
 * take their time, and one that hangs is found out.
 */
@FunctionalInterface
public interface Progress {
    /** Nobody is told. */
    Progress NONE = () -> {};

    /** It got on; any thread. */
    void advance();

    /**
     * It got on, and is to stop here if nobody wants it any more.
     *
     * @throws InterruptedException if the thread was interrupted
     */
    default void step() throws InterruptedException {
        advance();
        if (Thread.interrupted()) {
            throw new InterruptedException("interrupted while the end was made ready");
        }
    }
}
