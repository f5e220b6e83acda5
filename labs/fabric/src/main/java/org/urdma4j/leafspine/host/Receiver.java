package org.urdma4j.leafspine.host;

import org.urdma4j.leafspine.net.Packet;

/** The receiving end of a queue pair. */
public interface Receiver {
    /** Takes a packet of data; it is nobody's afterwards. */
    void onData(Packet packet);

    /** Takes anything else that the sender says. */
    void onControl(Packet packet);
}
