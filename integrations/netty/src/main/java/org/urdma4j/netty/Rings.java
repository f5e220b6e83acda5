package org.urdma4j.netty;

import org.urdma4j.channel.ChannelOptions;

/** What {@code SO_RCVBUF} and {@code SO_SNDBUF} say of a channel's rings. Any thread. */
final class Rings {
    private static final int LEAST = 1 << 16;
    private static final int MOST = 1 << 30;

    /** 0 unless set. */
    private volatile int receiveBytes;

    private volatile int sendBytes;

    void receiveBytes(int bytes) {
        receiveBytes = ring("SO_RCVBUF", bytes);
    }

    void sendBytes(int bytes) {
        sendBytes = ring("SO_SNDBUF", bytes);
    }

    /** Returns the smallest ring with so many bytes, or the largest that there is. */
    private static int ring(String option, int bytes) {
        if (bytes < 1) {
            throw new IllegalArgumentException(
                    "%s is %d, must be 1 at least".formatted(option, bytes));
        }
        int fitting = Math.clamp(bytes, LEAST, MOST);
        int below = Integer.highestOneBit(fitting);
        return below == fitting ? fitting : below << 1;
    }

    /** Returns the options with what was set. */
    ChannelOptions over(ChannelOptions base) {
        int receives = receiveBytes;
        int sends = sendBytes;
        return base.toBuilder()
                .receiveBytes(receives == 0 ? base.receiveBytes() : receives)
                .sendBytes(sends == 0 ? base.sendBytes() : sends)
                .build();
    }
}
