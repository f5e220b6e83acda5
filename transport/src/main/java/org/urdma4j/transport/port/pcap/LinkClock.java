package org.urdma4j.transport.port.pcap;

import org.urdma4j.transport.port.SystemClock;

/** By which time a port lives whose frames come over a {@link FrameLink}. */
interface LinkClock {
    /** That of the machine, whatever timestamps frames come with. */
    LinkClock SYSTEM =
            new LinkClock() {
                private static final int FRAMES_PER_TURN = 64;

                @Override
                public long nowNs() {
                    return SystemClock.nowNs();
                }

                @Override
                public long arrivalNs(long timestampNs) {
                    return SystemClock.nowNs();
                }

                @Override
                public int framesPerTurn() {
                    return FRAMES_PER_TURN;
                }
            };

    /** Returns the time; any thread. */
    long nowNs();

    /** Returns when a frame arrived that came with a timestamp; by the event loop, in order. */
    long arrivalNs(long timestampNs);

    /** Returns after how many frames the shard has its turn at the latest. */
    int framesPerTurn();
}
