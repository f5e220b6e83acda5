package org.urdma4j.netty;

import io.netty.channel.ChannelMetadata;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelPromise;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.ServerSocketChannelConfig;

import org.urdma4j.channel.RdmaChannel;
import org.urdma4j.channel.RdmaServerChannel;

import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.channels.AlreadyBoundException;

/**
 * A {@link ServerSocketChannel} over an {@link RdmaServerChannel}, for event loops of an {@link
 * UrdmaIoHandler}. It is bound to the device's address, or to the wildcard, which is the same.
 *
 * <p>Options: {@code SO_BACKLOG}, 64 unless set, beyond which peers are refused; {@code SO_RCVBUF}
 * and {@code SO_SNDBUF}, the rings of the channels that it accepts, as those of {@link
 * UrdmaSocketChannel}, until it is bound; those of all channels. {@code SO_REUSEADDR} is always on.
 */
public final class UrdmaServerSocketChannel extends AbstractUrdmaChannel
        implements ServerSocketChannel {
    private static final ChannelMetadata METADATA = new ChannelMetadata(false, 16);

    private final UrdmaServerSocketChannelConfig config = new UrdmaServerSocketChannelConfig(this);
    private volatile boolean open = true;

    /** Null until it is bound. */
    private volatile RdmaServerChannel server;

    /** Creates one that isn't bound. */
    public UrdmaServerSocketChannel() {
        super(null);
    }

    @Override
    protected AbstractUnsafe newUnsafe() {
        return new ServerUnsafe();
    }

    @Override
    public ServerSocketChannelConfig config() {
        return config;
    }

    @Override
    public ChannelMetadata metadata() {
        return METADATA;
    }

    @Override
    public boolean isOpen() {
        return open;
    }

    @Override
    public boolean isActive() {
        return open && server != null;
    }

    @Override
    public InetSocketAddress localAddress() {
        return (InetSocketAddress) super.localAddress();
    }

    /** Returns null. */
    @Override
    public InetSocketAddress remoteAddress() {
        return null;
    }

    @Override
    protected SocketAddress localAddress0() {
        RdmaServerChannel mine = server;
        return mine == null ? null : mine.address();
    }

    @Override
    protected SocketAddress remoteAddress0() {
        return null;
    }

    @Override
    protected void doBind(SocketAddress local) throws IOException {
        InetSocketAddress wanted = inet(local);
        if (server != null) {
            throw new AlreadyBoundException();
        }
        RdmaServerChannel listening =
                RdmaServerChannel.listen(
                        handler().context(),
                        wanted.getPort(),
                        config.getBacklog(),
                        config.options(base()));
        InetSocketAddress there = listening.address();
        if (!wanted.getAddress().isAnyLocalAddress()
                && !wanted.getAddress().equals(there.getAddress())) {
            listening.close();
            throw new BindException(
                    "the device's address is %s, not %s"
                            .formatted(
                                    there.getAddress().getHostAddress(),
                                    wanted.getAddress().getHostAddress()));
        }
        base(config.options(base()));
        listening.configureBlocking(false);
        listening.onAcceptable(() -> ready(UrdmaIoEvent.READ));
        server = listening;
    }

    @Override
    protected void doClose() {
        open = false;
        RdmaServerChannel mine = server;
        if (mine != null) {
            mine.close();
        }
    }

    @Override
    void handle(UrdmaIoEvent event) {
        if (event.isReady(UrdmaIoEvent.READ)) {
            ((ServerUnsafe) unsafe()).acceptAll();
        }
    }

    @Override
    protected void doDisconnect() {
        throw new UnsupportedOperationException();
    }

    @Override
    protected void doWrite(ChannelOutboundBuffer out) {
        throw new UnsupportedOperationException();
    }

    @Override
    protected Object filterOutboundMessage(Object message) {
        throw new UnsupportedOperationException("a server's channel writes nothing");
    }

    private final class ServerUnsafe extends UrdmaUnsafe {
        @Override
        public void connect(SocketAddress remote, SocketAddress local, ChannelPromise promise) {
            safeSetFailure(promise, new UnsupportedOperationException());
        }

        private RdmaChannel accept() throws IOException {
            return isActive() && (readPending() || config.isAutoRead()) ? server.accept() : null;
        }

        @SuppressWarnings("deprecation") // Netty has no other handle
        private void acceptAll() {
            RecvByteBufAllocator.Handle handle = recvBufAllocHandle();
            handle.reset(config);
            try {
                RdmaChannel accepted = accept();
                if (accepted == null) {
                    return; // another is told of
                }
                boolean more = true;
                while (accepted != null) {
                    clearReadPending();
                    handle.incMessagesRead(1);
                    pipeline()
                            .fireChannelRead(
                                    new UrdmaSocketChannel(
                                            UrdmaServerSocketChannel.this, accepted));
                    more = handle.continueReading();
                    accepted = more ? accept() : null;
                }
                if (!more) {
                    ready(UrdmaIoEvent.READ); // others have their turn first
                }
            } catch (IOException e) { // the device is closed
                pipeline().fireExceptionCaught(e);
                close(voidPromise());
                return;
            }
            handle.readComplete();
            pipeline().fireChannelReadComplete();
        }
    }
}
