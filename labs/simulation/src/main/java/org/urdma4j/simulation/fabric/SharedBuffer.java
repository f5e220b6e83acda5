package org.urdma4j.simulation.fabric;

import org.urdma4j.codec.net.Pfc;

import java.util.Arrays;

/**
 * The memory of a switch: who uses how much of it, and what follows. Thresholds are dynamic
 * (Choudhury and Hahne 1998): a share of what is free. Lossless priorities are counted where their
 * frames come in; a queue that reaches its threshold is stopped, and what still comes goes to its
 * headroom, which nobody else may use, until that is full. The others are counted where they leave,
 * and dropped above the threshold.
 */
final class SharedBuffer {
    private final SwitchConfig config;

    // by port and priority
    private long[] shared = new long[0];
    private long[] inHeadroom = new long[0];
    private long[] leaving = new long[0];
    private boolean[] stopped = new boolean[0];

    private long[] headroom = new long[0];
    private long sharedSize;
    private long used;

    SharedBuffer(SwitchConfig config) {
        this.config = config;
        this.sharedSize = config.bufferBytes();
    }

    /** Sets headroom of one more port aside, for each lossless priority. */
    void addPort(long headroomBytes) {
        long all = headroomBytes * Integer.bitCount(config.lossless());
        if (all >= sharedSize) {
            throw new IllegalArgumentException(
                    "a buffer of %d bytes has no room for the headroom of %d ports"
                            .formatted(config.bufferBytes(), headroom.length + 1));
        }
        sharedSize -= all;
        headroom = Arrays.copyOf(headroom, headroom.length + 1);
        headroom[headroom.length - 1] = headroomBytes;
        int queues = headroom.length * Pfc.PRIORITIES;
        shared = Arrays.copyOf(shared, queues);
        inHeadroom = Arrays.copyOf(inHeadroom, queues);
        leaving = Arrays.copyOf(leaving, queues);
        stopped = Arrays.copyOf(stopped, queues);
    }

    /** Takes a frame in; false if it must be dropped. */
    boolean admit(int in, int out, int priority, int bytes) {
        return config.isLossless(priority)
                ? admitLossless(in, queue(in, priority), bytes)
                : admitLossy(queue(out, priority), bytes);
    }

    private boolean admitLossless(int in, int queue, int bytes) {
        if (!stopped[queue] && bytes <= free()) {
            shared[queue] += bytes;
            used += bytes;
            stopped[queue] = shared[queue] >= config.alpha() * free();
            return true;
        }
        stopped[queue] = true;
        if (inHeadroom[queue] + bytes > headroom[in]) {
            return false;
        }
        inHeadroom[queue] += bytes;
        return true;
    }

    private boolean admitLossy(int queue, int bytes) {
        if (bytes > free() || leaving[queue] + bytes > config.lossyAlpha() * free()) {
            return false;
        }
        leaving[queue] += bytes;
        used += bytes;
        return true;
    }

    /** Gives back what a frame has used. */
    void release(int in, int out, int priority, int bytes) {
        if (!config.isLossless(priority)) {
            leaving[queue(out, priority)] -= bytes;
            used -= bytes;
            return;
        }
        int queue = queue(in, priority);
        long fromHeadroom = Math.min(inHeadroom[queue], bytes);
        inHeadroom[queue] -= fromHeadroom;
        shared[queue] -= bytes - fromHeadroom;
        used -= bytes - fromHeadroom;
        double xon = Math.max(0, config.alpha() * free() - config.xonGapBytes());
        if (inHeadroom[queue] == 0 && shared[queue] <= xon) {
            stopped[queue] = false;
        }
    }

    /** Returns whether the sender of a priority at a port where frames come in must stop. */
    boolean isStopped(int in, int priority) {
        return stopped[queue(in, priority)];
    }

    long free() {
        return sharedSize - used;
    }

    /** Returns what a lossless priority of a port uses, headroom included. */
    long used(int in, int priority) {
        return shared[queue(in, priority)] + inHeadroom[queue(in, priority)];
    }

    private static int queue(int port, int priority) {
        return port * Pfc.PRIORITIES + priority;
    }
}
