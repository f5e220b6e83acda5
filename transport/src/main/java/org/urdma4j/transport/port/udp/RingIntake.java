package org.urdma4j.transport.port.udp;

import io.netty.channel.IoEvent;
import io.netty.channel.IoEventLoop;
import io.netty.channel.IoRegistration;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.unix.Errors.NativeIoException;
import io.netty.channel.unix.UnixChannel;
import io.netty.channel.uring.IoUringIoEvent;
import io.netty.channel.uring.IoUringIoHandle;
import io.netty.channel.uring.IoUringIoOps;

import org.urdma4j.transport.port.linux.RingBuffers;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Reads a UDP socket by one request to io_uring that stays (a multishot receive) and the buffers
 * that are provided for it, so that datagrams come with the event loop's only system call. The
 * channel, told not to read, stays what binds, sends and has the pipeline. Confined to the event
 * loop.
 */
final class RingIntake implements IoUringIoHandle {
    // linux/io_uring.h
    private static final byte RECVMSG = 10;
    private static final byte ASYNC_CANCEL = 14;
    private static final byte PROVIDE_BUFFERS = 31;
    private static final byte BUFFER_SELECT = 1 << 5;
    private static final short MULTISHOT = 1 << 1;
    private static final int HAS_BUFFER = 1;
    private static final int MORE = 1 << 1;
    private static final int BUFFER_SHIFT = 16;

    private static final int ENOBUFS = 105;
    private static final int ECANCELED = 125;

    /** A mebibyte: what waits beyond is in the socket's buffer. */
    private static final int BUFFERS = 16;

    private static final int BUFFERS_FOR_STRAYS = 2;

    /** Datagrams in a row before acknowledgements go out: 2 MiB at the most. */
    private static final int IN_A_ROW = 32;

    private static final long RETRY_MS = 10;

    private final DatagramChannel channel;
    private final RingBuffers buffers;
    private final ArrivedDatagrams arrived;
    private final short group;
    private final IoUringIoOps receive;
    private final IoUringIoOps[] provide;
    private final Runnable completeTask = this::complete;
    private IoRegistration registration;
    private long receiving;
    private boolean starved;
    private boolean completing;
    private int inARow;

    /** What the sockets of one event loop have in common. */
    static final class Shared implements SocketReading {
        private final DatagramSources sources = new DatagramSources();
        private short groups;

        @Override
        public void start(DatagramChannel channel, boolean mainly, LongSupplier clock) {
            new RingIntake(channel, mainly ? BUFFERS : BUFFERS_FOR_STRAYS, groups++, sources, clock)
                    .start();
        }
    }

    /**
     * Creates an intake, which waits for nothing yet.
     *
     * @param group number of its buffers, of which the event loop has no other
     */
    private RingIntake(
            DatagramChannel channel,
            int count,
            short group,
            DatagramSources sources,
            LongSupplier clock) {
        this.channel = channel;
        this.group = group;
        buffers = new RingBuffers(count);
        arrived = new ArrivedDatagrams(channel.pipeline(), buffers, sources, clock);
        receive =
                new IoUringIoOps(
                        RECVMSG,
                        BUFFER_SELECT,
                        MULTISHOT,
                        ((UnixChannel) channel).fd().intValue(),
                        0,
                        buffers.headerAddress(),
                        1,
                        0,
                        0L,
                        group,
                        (short) 0,
                        0,
                        0);
        provide = new IoUringIoOps[count];
        for (int i = 0; i < count; i++) {
            provide[i] = provision(i, 1);
        }
    }

    private IoUringIoOps provision(int first, int count) {
        return new IoUringIoOps(
                PROVIDE_BUFFERS,
                (byte) 0,
                (short) 0,
                count,
                first,
                buffers.address(first),
                RingBuffers.BYTES,
                0,
                0L,
                group,
                (short) 0,
                0,
                0);
    }

    private void start() {
        ((IoEventLoop) channel.eventLoop())
                .register(this)
                .addListener(done -> {
                    if (done.isSuccess() && channel.isOpen()) {
                        registered((IoRegistration) done.getNow());
                    }
                });
    }

    private void registered(IoRegistration done) {
        registration = done;
        done.submit(provision(0, buffers.count()));
        receiving = done.submit(receive);
        var _ = channel.closeFuture().addListener(_ -> close());
    }

    @Override
    public void handle(IoRegistration of, IoEvent event) {
        IoUringIoEvent done = (IoUringIoEvent) event;
        switch (done.opcode()) {
            case RECVMSG -> received(done.res(), done.flags());
            case PROVIDE_BUFFERS -> provided(done.res());
            default -> {
                // what was cancelled is told for itself
            }
        }
    }

    private void received(int result, int flags) {
        if ((flags & HAS_BUFFER) != 0) {
            int i = flags >>> BUFFER_SHIFT;
            if (result > 0 && channel.isOpen()) {
                arrived.pass(i, 1);
                completeSoon();
            }
            registration.submit(provide[i]);
        } else if (result < 0 && result != -ENOBUFS && result != -ECANCELED) {
            refused("recvmsg", result);
        }
        if ((flags & MORE) == 0 && channel.isOpen()) {
            if (result == -ENOBUFS) {
                starved = true; // those that were passed on are on their way back
            } else if (result < 0) {
                var _ =
                        channel.eventLoop()
                                .schedule(this::receiveAgain, RETRY_MS, TimeUnit.MILLISECONDS);
            } else {
                receiveAgain();
            }
        }
    }

    private void provided(int result) {
        if (result < 0) {
            refused("provide_buffers", result);
        } else if (starved) {
            starved = false;
            receiveAgain();
        }
    }

    private void receiveAgain() {
        if (channel.isOpen()) { // its descriptor may be another file's otherwise
            receiving = registration.submit(receive);
        }
    }

    private void refused(String call, int result) {
        if (channel.isOpen()) {
            channel.pipeline().fireExceptionCaught(new NativeIoException(call, result, false));
        }
    }

    /** The loop doesn't tell which event is its last, but runs its tasks after it. */
    private void completeSoon() {
        if (++inARow == IN_A_ROW) {
            inARow = 0;
            channel.pipeline().fireChannelReadComplete();
        } else if (!completing) {
            completing = true;
            channel.eventLoop().execute(completeTask);
        }
    }

    private void complete() {
        completing = false;
        inARow = 0;
        channel.pipeline().fireChannelReadComplete();
    }

    /** Ends it; the event loop calls it when it ends, too. */
    @Override
    public void close() {
        if (registration == null || !registration.isValid()) {
            return;
        }
        // the request would keep the socket, and so its port
        registration.submit(
                new IoUringIoOps(
                        ASYNC_CANCEL,
                        (byte) 0,
                        (short) 0,
                        -1,
                        0,
                        receiving,
                        0,
                        0,
                        0L,
                        (short) 0,
                        (short) 0,
                        0,
                        0));
        registration.cancel();
    }
}
