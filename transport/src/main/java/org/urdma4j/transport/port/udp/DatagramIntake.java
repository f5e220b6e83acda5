package org.urdma4j.transport.port.udp;

import io.netty.channel.IoEvent;
import io.netty.channel.IoEventLoop;
import io.netty.channel.IoRegistration;
import io.netty.channel.epoll.EpollDatagramChannel;
import io.netty.channel.epoll.EpollIoHandle;
import io.netty.channel.epoll.EpollIoOps;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.unix.Errors.NativeIoException;
import io.netty.channel.unix.FileDescriptor;

import org.urdma4j.transport.port.linux.DatagramReader;
import org.urdma4j.transport.port.linux.Descriptors;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.LongSupplier;

/**
 * Reads a UDP socket in place of Netty's channel, which would cut what the kernel has joined into a
 * counted buffer for each packet: here a run names all of them in the memory that they were read
 * into. The channel, told not to read, stays what binds, sends and has the pipeline. Confined to
 * the event loop.
 */
final class DatagramIntake implements EpollIoHandle {
    /** Datagrams of one call, joined ones counted once. A short read spares the one that fails. */
    static final int SLOTS = 4;

    /** Calls in a row before acknowledgements go out: 2 MiB at the most. */
    private static final int READS_PER_TURN = 8;

    private static final int EAGAIN = 11;

    private final EpollDatagramChannel channel;
    private final DatagramReader reader;
    private final ArrivedDatagrams arrived;
    private final FileDescriptor fd;
    private IoRegistration registration;

    /** What the sockets of one event loop have in common: one is read at a time. */
    static final class Shared implements SocketReading {
        private final DatagramReader reader = new DatagramReader(SLOTS);
        private final DatagramSources sources = new DatagramSources();

        @Override
        public void start(DatagramChannel channel, boolean mainly, LongSupplier clock) {
            new DatagramIntake((EpollDatagramChannel) channel, this, clock).start();
        }
    }

    /**
     * Creates an intake, which waits for nothing yet.
     *
     * @param channel open, and told not to read
     * @param clock tells when packets arrive
     */
    DatagramIntake(EpollDatagramChannel channel, Shared shared, LongSupplier clock) {
        this.channel = channel;
        this.reader = shared.reader;
        this.arrived = new ArrivedDatagrams(channel.pipeline(), reader, shared.sources, clock);
        // Two handles of a loop can't have one descriptor.
        this.fd = new FileDescriptor(Descriptors.duplicate(channel.fd().intValue()));
    }

    /** Reads from now on until the channel is closed. Any thread; the channel is registered. */
    void start() {
        ((IoEventLoop) channel.eventLoop())
                .register(this)
                .addListener(done -> {
                    if (done.isSuccess()) {
                        registered((IoRegistration) done.getNow());
                    } else {
                        close(); // the loop is about to end
                    }
                });
    }

    private void registered(IoRegistration done) {
        registration = done;
        registration.submit(EpollIoOps.EPOLLIN);
        var _ = channel.closeFuture().addListener(_ -> close());
    }

    @Override
    public FileDescriptor fd() {
        return fd;
    }

    @Override
    public void handle(IoRegistration of, IoEvent event) {
        for (int i = 0; i < READS_PER_TURN && channel.isOpen(); i++) {
            int count = reader.read(fd.intValue());
            if (count < 0 && count != -EAGAIN) {
                channel.pipeline()
                        .fireExceptionCaught(new NativeIoException("recvmmsg", count, false));
            }
            if (count > 0) {
                arrived.pass(0, count);
            }
            if (count < reader.slots()) {
                break;
            }
        }
        channel.pipeline().fireChannelReadComplete();
    }

    /** Ends it; the event loop calls it when it ends, too. */
    @Override
    public void close() {
        if (registration != null) {
            registration.cancel();
        }
        try {
            fd.close();
        } catch (IOException e) {
            throw new UncheckedIOException("a socket's second descriptor can't be closed", e);
        }
    }
}
