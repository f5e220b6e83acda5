package org.urdma4j.leafspine.host;

import org.urdma4j.leafspine.net.Packet;

/** The sending end of a queue pair. */
public interface Sender {
    /** Never, as a time. */
    long NEVER = Long.MAX_VALUE;

    void post(long bytes);

    /** Returns when it may send, in picoseconds; {@link #NEVER} if it has nothing or must wait. */
    long readyPs(long nowPs);

    /** Returns its next packet; it must be ready. */
    Packet next(long nowPs);

    void onControl(Packet packet);
}
