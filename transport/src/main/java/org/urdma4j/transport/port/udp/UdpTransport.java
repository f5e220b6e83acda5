package org.urdma4j.transport.port.udp;

import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelOption;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.SelectStrategyFactory;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollDatagramChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.SocketProtocolFamily;
import io.netty.channel.socket.nio.NioChannelOption;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.channel.unix.IntegerUnixChannelOption;
import io.netty.channel.unix.UnixChannelOption;
import io.netty.channel.uring.IoUring;
import io.netty.channel.uring.IoUringDatagramChannel;
import io.netty.channel.uring.IoUringIoHandler;

import jdk.net.ExtendedSocketOptions;

import org.urdma4j.transport.port.linux.DatagramWriter;
import org.urdma4j.transport.port.pipeline.Alarm;
import org.urdma4j.transport.port.pipeline.ScheduledAlarm;
import org.urdma4j.transport.port.pipeline.TimerAlarm;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.IoTransport;
import org.urdma4j.verbs.VerbsException;

import java.io.IOException;
import java.nio.channels.spi.SelectorProvider;
import java.util.Optional;
import java.util.function.Supplier;

/** The ways to a datagram socket: Linux, with segmentation offload, and plain NIO. */
enum UdpTransport {
    /** Batches leave and arrive as one: UDP_SEGMENT and UDP_GRO. */
    EPOLL {
        @Override
        IoHandlerFactory ioHandlers(SelectStrategyFactory strategies) {
            return EpollIoHandler.newFactory(0, strategies);
        }

        @Override
        Alarm.Factory alarms() {
            return TimerAlarm::create;
        }

        @Override
        DatagramChannel newChannel(SocketProtocolFamily family) {
            return new EpollDatagramChannel(family);
        }

        @Override
        Optional<SocketReading> reading() {
            return ifCallable(DatagramIntake.Shared::new);
        }

        @Override
        boolean segments() {
            return EpollDatagramChannel.isSegmentedDatagramPacketSupported();
        }

        @Override
        void keepArrivalsApart(DatagramChannel channel) {
            joinArrivals(channel, EpollChannelOption.UDP_GRO, false);
        }

        @Override
        void configure(DatagramChannel channel, SocketProtocolFamily family, int receiveBytes) {
            configureLinux(channel, family, receiveBytes);
            joinArrivals(channel, EpollChannelOption.UDP_GRO, true);
        }
    },

    /**
     * Batches leave and arrive as one here, too. They leave by a system call each, as the memory
     * that they are gathered from may be gone by the time that the ring is looked at; they arrive
     * with the one that the event loop makes anyway.
     */
    IO_URING {
        @Override
        IoHandlerFactory ioHandlers(SelectStrategyFactory strategies) {
            return IoUringIoHandler.newFactory();
        }

        @Override
        DatagramChannel newChannel(SocketProtocolFamily family) {
            return new IoUringDatagramChannel(family);
        }

        @Override
        Optional<SocketReading> reading() {
            return Optional.of(new RingIntake.Shared());
        }

        @Override
        boolean segments() {
            return IoUringDatagramChannel.isSegmentedDatagramPacketSupported();
        }

        @Override
        void keepArrivalsApart(DatagramChannel channel) {
            joinArrivals(channel, GRO, 0);
        }

        @Override
        void configure(DatagramChannel channel, SocketProtocolFamily family, int receiveBytes) {
            configureLinux(channel, family, receiveBytes);
            joinArrivals(channel, GRO, 1);
        }
    },

    /** One packet a system call. */
    NIO {
        @Override
        IoHandlerFactory ioHandlers(SelectStrategyFactory strategies) {
            return NioIoHandler.newFactory(SelectorProvider.provider(), strategies);
        }

        @Override
        DatagramChannel newChannel(SocketProtocolFamily family) {
            return new NioDatagramChannel(family);
        }

        @Override
        Optional<SocketReading> reading() {
            return Optional.empty();
        }

        @Override
        Optional<DatagramWriter> gathering() {
            return Optional.empty();
        }

        @Override
        boolean segments() {
            return false;
        }

        @Override
        void keepArrivalsApart(DatagramChannel channel) {
            // they are
        }

        @Override
        int receiveCharge(DatagramChannel channel) {
            return 2 * channel.config().getReceiveBufferSize(); // the JDK halves it
        }

        @Override
        void configure(DatagramChannel channel, SocketProtocolFamily family, int receiveBytes) {
            set(channel, NioChannelOption.of(ExtendedSocketOptions.IP_DONTFRAGMENT), true);
            set(channel, ChannelOption.RECVBUF_ALLOCATOR, receiveBuffers(LARGEST_PACKET));
        }
    };

    // linux/in.h and linux/in6.h
    private static final int IPPROTO_IP = 0;
    private static final int IP_MTU_DISCOVER = 10;
    private static final int IPPROTO_IPV6 = 41;
    private static final int IPV6_MTU_DISCOVER = 23;
    private static final int MTU_DISCOVER_PROBE = 3;

    private static final IntegerUnixChannelOption MTU_V4 =
            new IntegerUnixChannelOption("IP_MTU_DISCOVER", IPPROTO_IP, IP_MTU_DISCOVER);
    private static final IntegerUnixChannelOption MTU_V6 =
            new IntegerUnixChannelOption("IPV6_MTU_DISCOVER", IPPROTO_IPV6, IPV6_MTU_DISCOVER);
    private static final int IP_RECVTOS = 13;
    private static final int IPV6_RECVTCLASS = 66;
    private static final IntegerUnixChannelOption CLASS_V4 =
            new IntegerUnixChannelOption("IP_RECVTOS", IPPROTO_IP, IP_RECVTOS);
    private static final IntegerUnixChannelOption CLASS_V6 =
            new IntegerUnixChannelOption("IPV6_RECVTCLASS", IPPROTO_IPV6, IPV6_RECVTCLASS);

    // linux/udp.h. Other implementations send RoCEv2 without UDP's checksum; the ICRC is stronger.
    private static final int IPPROTO_UDP = 17;
    private static final int UDP_NO_CHECK6_RX = 102;
    private static final IntegerUnixChannelOption NO_CHECK_V6 =
            new IntegerUnixChannelOption("UDP_NO_CHECK6_RX", IPPROTO_UDP, UDP_NO_CHECK6_RX);

    private static final int UDP_GRO = 104;
    private static final IntegerUnixChannelOption GRO =
            new IntegerUnixChannelOption("UDP_GRO", IPPROTO_UDP, UDP_GRO);

    // asm-generic/socket.h
    private static final int SOL_SOCKET = 1;
    private static final int SO_RCVBUFFORCE = 33;
    private static final IntegerUnixChannelOption RECEIVE_FORCE =
            new IntegerUnixChannelOption("SO_RCVBUFFORCE", SOL_SOCKET, SO_RCVBUFFORCE);

    private static final int LARGEST_DATAGRAM = 1 << 16;

    /** More than any packet of ours; what is longer is cut, and dropped for its ICRC or length. */
    private static final int LARGEST_PACKET = 17 << 10;

    /** Reads in a row before acknowledgements go out: 2 MiB at the most. */
    private static final int READS_PER_TURN = 32;

    /**
     * Returns the transport for this machine.
     *
     * @throws VerbsException with {@link Errno#EOPNOTSUPP} if it has no io_uring, which is wanted
     */
    static UdpTransport choose(IoTransport wanted) {
        return switch (wanted) {
            case EPOLL -> Epoll.isAvailable() ? EPOLL : NIO;
            case NIO -> NIO;
            case IO_URING -> {
                if (!IoUring.isAvailable()) {
                    throw noRing(IoUring.unavailabilityCause());
                }
                if (!IoUring.isRecvMultishotEnabled()) {
                    throw noRing(new IOException("the kernel is older than 6.0"));
                }
                yield IO_URING;
            }
        };
    }

    /** Says why there is no ring, and what to do. */
    static VerbsException noRing(Throwable why) {
        Throwable cause = why;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return new VerbsException(
                Errno.EOPNOTSUPP,
                "io_uring can't be used here: %s; use epoll, or have it allowed (kernel.io_uring_disabled, the container's seccomp profile)"
                        .formatted(cause.getMessage()),
                why);
    }

    /** Returns what makes an event loop's way to wait, which it does as the strategies say. */
    abstract IoHandlerFactory ioHandlers(SelectStrategyFactory strategies);

    Alarm.Factory alarms() {
        return ScheduledAlarm::new;
    }

    abstract DatagramChannel newChannel(SocketProtocolFamily family);

    /** Returns what reads the sockets of an event loop in place of Netty, if it can be done. */
    abstract Optional<SocketReading> reading();

    /** Returns what sends from memory of all kinds for an event loop, if it can be done. */
    Optional<DatagramWriter> gathering() {
        return ifCallable(DatagramWriter::new);
    }

    /** Makes what calls the C library; where that may not be called, Netty does its work. */
    private static <T> Optional<T> ifCallable(Supplier<T> maker) {
        try {
            return Optional.of(maker.get());
        } catch (IllegalCallerException | LinkageError e) {
            return Optional.empty();
        }
    }

    /** Lets sockets of one user have an address and port together, when they are bound later. */
    static void share(DatagramChannel channel) {
        set(channel, UnixChannelOption.SO_REUSEPORT, true);
    }

    /** Returns whether the kernel cuts a batch into packets. */
    abstract boolean segments();

    /** Has the kernel hand over packet by packet. */
    abstract void keepArrivalsApart(DatagramChannel channel);

    /**
     * Returns how many bytes the kernel lets wait in the receive buffer, by its own reckoning: with
     * all that it spends on a packet, and twice what was asked for.
     */
    int receiveCharge(DatagramChannel channel) {
        return channel.config().getReceiveBufferSize();
    }

    /**
     * Sets what depends on the transport. Most of all, fragmentation is forbidden: not only does a
     * RoCE packet have to arrive whole, the kernel then writes IPv4 identification 0 on an
     * unconnected socket, and 0, 1, 2 and so on in a batch, which the ICRC has to know. What ICMP
     * says of the path, and anyone can send, counts for nothing on Linux (PROBE); NIO only has the
     * option with which the kernel refuses what is longer than that (DO).
     */
    abstract void configure(DatagramChannel channel, SocketProtocolFamily family, int receiveBytes);

    /** Returns a channel with everything set that has to be before it is bound. */
    DatagramChannel open(SocketProtocolFamily family, int bufferBytes) {
        return open(family, bufferBytes, bufferBytes);
    }

    /** As the other one, with buffers of different sizes. */
    DatagramChannel open(SocketProtocolFamily family, int receiveBytes, int sendBytes) {
        DatagramChannel channel = newChannel(family);
        try {
            configureAll(channel, family, receiveBytes, sendBytes);
            return channel;
        } catch (RuntimeException e) {
            channel.unsafe().closeForcibly();
            throw e;
        }
    }

    private void configureAll(
            DatagramChannel channel, SocketProtocolFamily family, int receiveBytes, int sendBytes) {
        set(channel, ChannelOption.SO_RCVBUF, receiveBytes);
        set(channel, ChannelOption.SO_SNDBUF, sendBytes);
        // The adaptive allocator would create a buffer view for each packet.
        set(channel, ChannelOption.ALLOCATOR, PooledByteBufAllocator.DEFAULT);
        configure(channel, family, receiveBytes);
    }

    /**
     * Has what is read say which traffic class it came with, where it isn't Netty that reads. The
     * JDK has no such option, so NIO sees no marks.
     *
     * @return whether the kernel does
     */
    static boolean showTrafficClass(DatagramChannel channel, SocketProtocolFamily family) {
        try {
            set(channel, family == SocketProtocolFamily.INET6 ? CLASS_V6 : CLASS_V4, 1);
            return true;
        } catch (ChannelException _) {
            return false;
        }
    }

    /**
     * Asks for more than {@code net.core.rmem_max}, which CAP_NET_ADMIN allows; without it what was
     * granted stays. There is no such thing for the send buffer: what waits there is only a queue
     * of our own, which packets have been given their time of departure before.
     */
    private static void forceReceiveBuffer(DatagramChannel channel, int bufferBytes) {
        if (channel.config().getReceiveBufferSize() / 2 >= bufferBytes) {
            return;
        }
        try {
            set(channel, RECEIVE_FORCE, bufferBytes);
        } catch (ChannelException _) {
            // not privileged
        }
    }

    private static void configureLinux(
            DatagramChannel channel, SocketProtocolFamily family, int receiveBytes) {
        if (family == SocketProtocolFamily.INET6) {
            set(channel, MTU_V6, MTU_DISCOVER_PROBE);
            set(channel, NO_CHECK_V6, 1);
        } else {
            set(channel, MTU_V4, MTU_DISCOVER_PROBE);
        }
        forceReceiveBuffer(channel, receiveBytes);
        set(channel, ChannelOption.RECVBUF_ALLOCATOR, receiveBuffers(LARGEST_DATAGRAM));
    }

    /** Asks for several packets a read; a kernel before 5.0 gives them one by one. */
    private static <T> void joinArrivals(
            DatagramChannel channel, ChannelOption<T> option, T wanted) {
        try {
            // Not with MAX_DATAGRAM_PAYLOAD_SIZE, which makes Netty hand up batches unsplit.
            set(channel, option, wanted);
        } catch (ChannelException _) {
            // slower, no less right
        }
    }

    private static FixedRecvByteBufAllocator receiveBuffers(int bytes) {
        FixedRecvByteBufAllocator allocator = new FixedRecvByteBufAllocator(bytes);
        allocator.maxMessagesPerRead(READS_PER_TURN);
        return allocator;
    }

    /**
     * Sets an option.
     *
     * @throws ChannelException if the system refuses it
     */
    static <T> void set(DatagramChannel channel, ChannelOption<T> option, T value) {
        if (!channel.config().setOption(option, value)) {
            throw new IllegalStateException("this system has no socket option " + option);
        }
    }
}
