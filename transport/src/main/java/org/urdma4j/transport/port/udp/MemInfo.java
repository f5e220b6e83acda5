package org.urdma4j.transport.port.udp;

import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.unix.RawUnixChannelOption;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.LongSupplier;

/**
 * Tells what the kernel has dropped at a socket since it was last asked: SO_MEMINFO, the last of
 * whose words is that number. A batch that it dropped before it was split counts as one. Confined
 * to the event loop.
 */
final class MemInfo implements LongSupplier {
    // asm-generic/socket.h and linux/sock_diag.h
    private static final int SOL_SOCKET = 1;
    private static final int SO_MEMINFO = 55;
    private static final int MEMINFO_WORDS = 9;
    private static final int MEMINFO_DROPS = 8;

    private static final RawUnixChannelOption MEMINFO =
            new RawUnixChannelOption(
                    "SO_MEMINFO", SOL_SOCKET, SO_MEMINFO, MEMINFO_WORDS * Integer.BYTES);

    private final DatagramChannel channel;
    private int last;

    MemInfo(DatagramChannel channel) {
        this.channel = channel;
    }

    @Override
    public long getAsLong() {
        ByteBuffer memInfo = channel.config().getOption(MEMINFO);
        int drops = memInfo.order(ByteOrder.nativeOrder()).getInt(MEMINFO_DROPS * Integer.BYTES);
        long more = Integer.toUnsignedLong(drops - last);
        last = drops;
        return more;
    }
}
