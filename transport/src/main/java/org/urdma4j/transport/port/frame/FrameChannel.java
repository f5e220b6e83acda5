package org.urdma4j.transport.port.frame;

import io.netty.channel.AbstractChannel;
import io.netty.channel.ChannelMetadata;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelPromise;

import java.io.IOException;
import java.net.SocketAddress;

/**
 * A channel of frames: reads {@link InboundFrame}s, the same object for each, and writes {@link
 * LinkFrames}. Confined to the event loop once it is registered.
 */
public abstract class FrameChannel extends AbstractChannel {
    private static final ChannelMetadata METADATA = new ChannelMetadata(false);

    private boolean open = true;
    private boolean active;
    private LinkFrames writing;

    /** Creates a channel that isn't registered. */
    protected FrameChannel() {
        super(null);
    }

    /** Turns to frames that are to be sent. */
    protected abstract void begin(LinkFrames frames);

    /**
     * Sends what is left of them.
     *
     * @return false if the link is full: it calls {@link #flushWaiting} when it isn't any more
     * @throws IOException if the link refuses one; the rest is then left out
     */
    protected abstract boolean send() throws IOException;

    /** Gives back what the channel holds; called once. */
    protected abstract void release();

    private final class FrameUnsafe extends AbstractUnsafe {
        @Override
        public void connect(SocketAddress remote, SocketAddress local, ChannelPromise promise) {
            promise.setFailure(new UnsupportedOperationException("a link has no connections"));
        }

        void flushWaiting() {
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

    /** Goes on after the link was full. */
    protected final void flushWaiting() {
        ((FrameUnsafe) unsafe()).flushWaiting();
    }

    /** Returns whether frames wait until the link has room. */
    protected final boolean isWaiting() {
        return writing != null;
    }

    /** The channel is registered and can be used. */
    protected final void activate() {
        active = true;
    }

    @Override
    protected final void doWrite(ChannelOutboundBuffer in) {
        while (true) {
            if (writing == null) {
                writing = (LinkFrames) in.current();
                if (writing == null) {
                    return;
                }
                begin(writing);
            }
            try {
                if (!send()) {
                    return;
                }
                writing = null;
                in.remove();
            } catch (IOException e) {
                writing = null;
                in.remove(e);
            }
        }
    }

    @Override
    protected final Object filterOutboundMessage(Object message) {
        return (LinkFrames) message;
    }

    @Override
    protected final AbstractUnsafe newUnsafe() {
        return new FrameUnsafe();
    }

    @Override
    protected final void doBind(SocketAddress local) {
        throw new UnsupportedOperationException("the link was chosen when it was opened");
    }

    @Override
    protected final void doDisconnect() {
        doClose();
    }

    @Override
    protected final void doClose() {
        if (open) {
            open = false;
            active = false;
            release();
        }
    }

    @Override
    protected final SocketAddress localAddress0() {
        return null;
    }

    @Override
    protected final SocketAddress remoteAddress0() {
        return null;
    }

    @Override
    public final boolean isOpen() {
        return open;
    }

    @Override
    public final boolean isActive() {
        return active;
    }

    @Override
    public final ChannelMetadata metadata() {
        return METADATA;
    }
}
