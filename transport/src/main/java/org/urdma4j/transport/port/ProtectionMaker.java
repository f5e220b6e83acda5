package org.urdma4j.transport.port;

import org.urdma4j.protection.association.listener.KeyListener;

/** Makes the protection of a port, which is for that port alone. */
@FunctionalInterface
public interface ProtectionMaker {
    /**
     * Makes one.
     *
     * @param keyPort TCP port where keys are agreed on, 1 to 65,535
     * @param listener where peers come in
     */
    Protection of(int keyPort, KeyListener listener);
}
