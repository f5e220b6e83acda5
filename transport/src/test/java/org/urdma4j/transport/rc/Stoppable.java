package org.urdma4j.transport.rc;

import org.urdma4j.transport.wire.Route;

/** A way that can be paused, and is so at first. */
public final class Stoppable implements Route {
    private final Object peer;
    private boolean paused = true;

    public Stoppable(Object peer) {
        this.peer = peer;
    }

    public void pause() {
        paused = true;
    }

    public void resume() {
        paused = false;
    }

    @Override
    public boolean isFrom(Object source) {
        return peer.equals(source);
    }

    @Override
    public boolean isPaused() {
        return paused;
    }
}
