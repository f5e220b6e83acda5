package org.urdma4j.channel;

import java.nio.channels.ClosedChannelException;
import java.nio.channels.IllegalBlockingModeException;

/** Whether a channel is open, and whether its calls wait. Any thread. */
final class ChannelState {
    private final Unclosed unclosed;
    private volatile boolean blocking = true;
    private volatile boolean open = true;

    ChannelState(Unclosed unclosed) {
        this.unclosed = unclosed;
    }

    boolean isBlocking() {
        return blocking;
    }

    void blocking(boolean block) {
        blocking = block;
    }

    boolean isOpen() {
        return open;
    }

    void end() {
        open = false;
        unclosed.close();
    }

    void checkBlocking() {
        if (!blocking) {
            throw new IllegalBlockingModeException();
        }
    }

    void checkOpen() throws ClosedChannelException {
        if (!open) {
            throw new ClosedChannelException();
        }
    }
}
