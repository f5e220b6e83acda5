package org.urdma4j.transport.port.raw;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelConfig;
import io.netty.channel.ChannelPromise;
import io.netty.channel.DefaultChannelConfig;
import io.netty.channel.EventLoop;
import io.netty.channel.IoEvent;
import io.netty.channel.IoEventLoop;
import io.netty.channel.IoRegistration;
import io.netty.channel.epoll.EpollIoEvent;
import io.netty.channel.epoll.EpollIoHandle;
import io.netty.channel.epoll.EpollIoOps;
import io.netty.channel.unix.Errors.NativeIoException;
import io.netty.channel.unix.FileDescriptor;

import org.urdma4j.transport.port.frame.FrameChannel;
import org.urdma4j.transport.port.frame.InboundFrame;
import org.urdma4j.transport.port.frame.LinkFrames;
import org.urdma4j.transport.port.linux.FrameReader;
import org.urdma4j.transport.port.linux.FrameWriter;
import org.urdma4j.transport.port.linux.PacketSocket;
import org.urdma4j.transport.port.linux.VirtioHeader;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.LongSupplier;

/** A packet socket on an epoll loop. Confined to the event loop once it is registered. */
final class PacketChannel extends FrameChannel {
    private static final EpollIoOps READ = EpollIoOps.EPOLLIN;
    private static final EpollIoOps READ_AND_WRITE = READ.with(EpollIoOps.EPOLLOUT);

    /** Calls in a row before acknowledgements go out. */
    private static final int READS_PER_TURN = 4;

    private static final int EAGAIN = 11;
    private static final int ENOBUFS = 105;

    private final ChannelConfig config = new DefaultChannelConfig(this);
    private final PacketSocket socket;
    private final FrameReader reader;
    private final FrameWriter writer;
    private final LongSupplier clock;
    private final InboundFrame frame = new InboundFrame();
    private final Handle handle;
    private IoRegistration registration;

    /**
     * Creates a channel, which closes the socket.
     *
     * @param mostFrames that are written at a time
     */
    PacketChannel(PacketSocket socket, int mostFrames, LongSupplier clock) {
        this.socket = socket;
        this.reader = new FrameReader(socket);
        this.writer = new FrameWriter(socket, mostFrames);
        this.clock = clock;
        this.handle = new Handle();
    }

    private final class Handle implements EpollIoHandle {
        private final FileDescriptor fd = new FileDescriptor(socket.fd());

        @Override
        public FileDescriptor fd() {
            return fd;
        }

        @Override
        public void handle(IoRegistration of, IoEvent event) {
            EpollIoOps ready = ((EpollIoEvent) event).ops();
            if (ready.contains(EpollIoOps.EPOLLOUT)) {
                registration.submit(READ);
                flushWaiting();
            }
            if (ready.contains(EpollIoOps.EPOLLIN) || ready.contains(EpollIoOps.EPOLLERR)) {
                readFrames();
            }
        }

        @Override
        public void close() {
            PacketChannel.this.unsafe().closeForcibly();
        }
    }

    private void readFrames() {
        for (int i = 0; i < READS_PER_TURN && isOpen(); i++) {
            int count = reader.read();
            if (count < 0) {
                if (count != -EAGAIN) {
                    pipeline().fireExceptionCaught(failure("recvmmsg", -count));
                }
                break;
            }
            long nowNs = clock.getAsLong();
            for (int j = 0; j < count && isOpen(); j++) {
                pass(j, nowNs);
            }
            if (count < FrameReader.SLOTS) {
                break;
            }
        }
        pipeline().fireChannelReadComplete();
    }

    private void pass(int i, long nowNs) {
        int length = reader.length(i) - VirtioHeader.LENGTH;
        if (length <= 0) {
            return;
        }
        ByteBuf buffer = reader.buffer(i);
        ByteBuffer header = buffer.internalNioBuffer(0, VirtioHeader.LENGTH);
        int segment = VirtioHeader.segment(header, header.position());
        frame.begin(buffer, VirtioHeader.LENGTH, length, segment, reader.tag(i), nowNs);
        frame.tagProtocol(reader.tagProtocol(i));
        pipeline().fireChannelRead(frame);
    }

    @Override
    protected void begin(LinkFrames frames) {
        writer.clear();
        for (int i = 0; i < frames.count(); i++) {
            writer.add(
                    frames.headerAddress(i),
                    frames.headerLength(i),
                    frames.payloadAddress(i),
                    frames.payloadLength(i));
        }
    }

    @Override
    protected boolean send() throws IOException {
        while (writer.hasMore()) {
            int sent = writer.send();
            if (sent == -EAGAIN || sent == -ENOBUFS) {
                registration.submit(READ_AND_WRITE);
                return false;
            }
            if (sent < 0) {
                throw failure("sendmmsg", -sent);
            }
        }
        return true;
    }

    private static IOException failure(String call, int errno) {
        return new NativeIoException(call, -errno, false);
    }

    @Override
    public ChannelConfig config() {
        return config;
    }

    @Override
    protected boolean isCompatible(EventLoop loop) {
        return loop instanceof IoEventLoop io && io.isCompatible(Handle.class);
    }

    @Override
    protected void doRegister(ChannelPromise promise) {
        ((IoEventLoop) eventLoop())
                .register(handle)
                .addListener(done -> {
                    if (done.isSuccess()) {
                        registration = (IoRegistration) done.getNow();
                        activate();
                        promise.setSuccess();
                    } else {
                        promise.setFailure(done.cause());
                    }
                });
    }

    @Override
    protected void doDeregister() {
        if (registration != null) {
            registration.cancel();
        }
    }

    @Override
    protected void doBeginRead() {
        registration.submit(isWaiting() ? READ_AND_WRITE : READ);
    }

    @Override
    protected void release() {
        socket.close();
        reader.close();
    }
}
