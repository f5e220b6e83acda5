package org.urdma4j.protection.association.listener;

/** A door through which nobody comes. */
record NoKeyListener(int port) implements KeyListener.Open {
    @Override
    public void close() {
        // there is nothing to be closed
    }
}
