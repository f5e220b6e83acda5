package org.urdma4j.transport.port.raw;

import io.netty.buffer.ByteBuf;
import io.netty.channel.AbstractChannel;
import io.netty.channel.ChannelConfig;
import io.netty.channel.ChannelMetadata;
import io.netty.channel.ChannelOutboundBuffer;
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

import org.urdma4j.transport.port.frame.InboundFrame;
import org.urdma4j.transport.port.frame.LinkFrames;
import org.urdma4j.transport.port.linux.FrameReader;
import org.urdma4j.transport.port.linux.FrameWriter;
import org.urdma4j.transport.port.linux.PacketSocket;
import org.urdma4j.transport.port.linux.VirtioHeader;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.function.LongSupplier;

/**
 * A packet socket on an epoll loop. Reads {@link InboundFrame}s, the same object for each, and
 * writes {@link LinkFrames}. Confined to the event loop once it is registered.
 */
final class PacketChannel extends AbstractChannel {
    private static final ChannelMetadata METADATA = new ChannelMetadata(false);
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
    private boolean open = true;
    private boolean active;
    private LinkFrames writing;

    /**
     * Creates a channel, which closes the socket.
     *
     * @param mostFrames that are written at a time
     */
    PacketChannel(PacketSocket socket, int mostFrames, LongSupplier clock) {
        super(null);
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
                ((Unsafe) unsafe()).flushWaiting();
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

    private final class Unsafe extends AbstractUnsafe {
        @Override
        public void connect(SocketAddress remote, SocketAddress local, ChannelPromise promise) {
            promise.setFailure(new UnsupportedOperationException("a link has no connections"));
        }

        void flushWaiting() {
            registration.submit(READ);
            super.flush0();
        }

        /** Without effect while the link is full: what is before it has to go first. */
        @Override
        protected void flush0() {
            if (writing == null) {
                super.flush0();
            }
        }
    }

    private void readFrames() {
        for (int i = 0; i < READS_PER_TURN && open; i++) {
            int count = reader.read();
            if (count < 0) {
                if (count != -EAGAIN) {
                    pipeline().fireExceptionCaught(failure("recvmmsg", -count));
                }
                break;
            }
            long nowNs = clock.getAsLong();
            for (int j = 0; j < count && open; j++) {
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
        pipeline().fireChannelRead(frame);
    }

    @Override
    protected void doWrite(ChannelOutboundBuffer in) {
        while (true) {
            if (writing == null) {
                writing = (LinkFrames) in.current();
                if (writing == null) {
                    return;
                }
                gather(writing);
            }
            int failed = sendAll();
            if (failed == EAGAIN || failed == ENOBUFS) {
                registration.submit(READ_AND_WRITE);
                return;
            }
            writing = null;
            if (failed == 0) {
                in.remove();
            } else {
                in.remove(failure("sendmmsg", failed));
            }
        }
    }

    private void gather(LinkFrames frames) {
        writer.clear();
        for (int i = 0; i < frames.count(); i++) {
            writer.add(
                    frames.headerAddress(i),
                    frames.headerLength(i),
                    frames.payloadAddress(i),
                    frames.payloadLength(i));
        }
    }

    /** Returns 0 once everything is sent, else errno. */
    private int sendAll() {
        while (writer.hasMore()) {
            int sent = writer.send();
            if (sent < 0) {
                return -sent;
            }
        }
        return 0;
    }

    private static IOException failure(String call, int errno) {
        return new NativeIoException(call, -errno, false);
    }

    @Override
    protected Object filterOutboundMessage(Object message) {
        return (LinkFrames) message;
    }

    @Override
    protected AbstractUnsafe newUnsafe() {
        return new Unsafe();
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
                        active = true;
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
        registration.submit(writing == null ? READ : READ_AND_WRITE);
    }

    @Override
    protected void doBind(SocketAddress local) {
        throw new UnsupportedOperationException("the socket was bound when it was opened");
    }

    @Override
    protected void doDisconnect() {
        doClose();
    }

    @Override
    protected void doClose() {
        if (open) {
            open = false;
            active = false;
            socket.close();
            reader.close();
        }
    }

    @Override
    protected SocketAddress localAddress0() {
        return null;
    }

    @Override
    protected SocketAddress remoteAddress0() {
        return null;
    }

    @Override
    public ChannelConfig config() {
        return config;
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    @Override
    public boolean isActive() {
        return active;
    }

    @Override
    public ChannelMetadata metadata() {
        return METADATA;
    }
}
