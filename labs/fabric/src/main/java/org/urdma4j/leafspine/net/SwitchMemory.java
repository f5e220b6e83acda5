package org.urdma4j.leafspine.net;

/**
 * Who uses how much of a switch's memory. Without PFC a queue is bounded by what is free (Choudhury
 * and Hahne 1998). With PFC what came by a port is: beyond that its sender is to stop, and the rest
 * goes into the port's headroom.
 */
final class SwitchMemory {
    private final SwitchConfig config;
    private final long size;
    private final long[] leaving;
    private final long[] came;
    private final long[] headroom;
    private final boolean[] stopped;
    private long used;

    /**
     * @param ports that headroom is set aside for, with PFC
     * @param queues at least one for each port
     */
    SwitchMemory(SwitchConfig config, int ports, int queues) {
        this.config = config;
        this.size = config.bufferBytes() - (config.pfc() ? ports * config.headroomBytes() : 0);
        this.leaving = new long[queues];
        this.came = new long[ports];
        this.headroom = new long[ports];
        this.stopped = new boolean[ports];
    }

    /** Takes a packet in that came by a port into a queue; returns false if it must be dropped. */
    boolean admit(int in, int queue, int bytes) {
        if (config.pfc()) {
            return admitLossless(in, bytes);
        }
        long free = size - used;
        if (bytes > free || leaving[queue] + bytes > config.alpha() * free) {
            return false;
        }
        leaving[queue] += bytes;
        used += bytes;
        return true;
    }

    private boolean admitLossless(int in, int bytes) {
        if (!stopped[in] && bytes <= size - used) {
            came[in] += bytes;
            used += bytes;
            stopped[in] = came[in] >= config.pfcAlpha() * (size - used);
            return true;
        }
        stopped[in] = true;
        if (headroom[in] + bytes > config.headroomBytes()) {
            return false;
        }
        headroom[in] += bytes;
        return true;
    }

    /** A packet has left. */
    void release(int in, int queue, int bytes) {
        if (!config.pfc()) {
            leaving[queue] -= bytes;
            used -= bytes;
            return;
        }
        long first = Math.min(headroom[in], bytes);
        headroom[in] -= first;
        came[in] -= bytes - first;
        used -= bytes - first;
        double goOn = Math.max(0, config.pfcAlpha() * (size - used) - config.resumeGapBytes());
        if (headroom[in] == 0 && came[in] <= goOn) {
            stopped[in] = false;
        }
    }

    boolean isStopped(int in) {
        return stopped[in];
    }

    /** Returns what is used, headroom included. */
    long usedBytes() {
        long all = used;
        for (long each : headroom) {
            all += each;
        }
        return all;
    }
}
