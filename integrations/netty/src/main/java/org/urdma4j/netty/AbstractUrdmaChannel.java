package org.urdma4j.netty;

import io.netty.channel.AbstractChannel;
import io.netty.channel.Channel;
import io.netty.channel.ChannelPromise;
import io.netty.channel.EventLoop;
import io.netty.channel.IoEvent;
import io.netty.channel.IoEventLoop;
import io.netty.channel.IoRegistration;

import org.urdma4j.channel.ChannelOptions;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.channels.UnresolvedAddressException;
import java.nio.channels.UnsupportedAddressTypeException;

/** What both kinds of channels have to do with event loops. */
abstract class AbstractUrdmaChannel extends AbstractChannel {
    /** Null while there is no event loop. */
    private volatile UrdmaIoRegistration registration;

    /** The same as the loop knows it. Of the event loop. */
    private IoRegistration outer;

    /** What its options are based upon. */
    private volatile ChannelOptions base = ChannelOptions.DEFAULT;

    /** Somebody wants to read, or to accept. Of the event loop. */
    private boolean readPending;

    AbstractUrdmaChannel(Channel parent) {
        super(parent);
    }

    /** What the event loop calls. */
    abstract class UrdmaUnsafe extends AbstractUnsafe implements UrdmaIoHandle {
        @Override
        public void handle(IoRegistration from, IoEvent event) {
            AbstractUrdmaChannel.this.handle((UrdmaIoEvent) event);
        }

        @Override
        public void close() {
            close(voidPromise());
        }

        @Override
        public void closeNow() {
            close(voidPromise());
        }
    }

    /** Something may have become possible. In the event loop. */
    abstract void handle(UrdmaIoEvent event);

    /** It has an event loop from now on. In that. */
    void joined() {
        // for subclasses
    }

    /** It has no event loop from now on. In that which it had. */
    void leaving() {
        // for subclasses
    }

    /** Has {@link #handle} called, soon, if there is an event loop. Any thread. */
    final void ready(int bits) {
        UrdmaIoRegistration mine = registration;
        if (mine != null) {
            mine.ready(bits);
        }
    }

    /** Returns what runs it. In the event loop, registered. */
    final UrdmaIoHandler handler() {
        return registration.handler();
    }

    final ChannelOptions base() {
        return base;
    }

    final void base(ChannelOptions options) {
        base = options;
    }

    final boolean readPending() {
        return readPending;
    }

    final void setReadPending() {
        readPending = true;
    }

    /** What was wanted is being delivered. In the event loop. */
    final void clearReadPending() {
        readPending = false;
    }

    /** Auto-read was switched off. Any thread. */
    final void autoReadCleared() {
        if (!isRegistered()) {
            return;
        }
        if (eventLoop().inEventLoop()) {
            clearReadPending();
        } else {
            eventLoop().execute(this::clearReadPending);
        }
    }

    /**
     * Returns an address as one of the network's.
     *
     * @throws UnsupportedAddressTypeException if it is another
     * @throws UnresolvedAddressException if its name wasn't looked up
     */
    static InetSocketAddress inet(SocketAddress address) {
        if (!(address instanceof InetSocketAddress inet)) {
            throw new UnsupportedAddressTypeException();
        }
        if (inet.isUnresolved()) {
            throw new UnresolvedAddressException();
        }
        return inet;
    }

    @Override
    protected boolean isCompatible(EventLoop loop) {
        return loop instanceof IoEventLoop io && io.isCompatible(UrdmaUnsafe.class);
    }

    @Override
    protected void doRegister(ChannelPromise promise) {
        ((IoEventLoop) eventLoop())
                .register((UrdmaUnsafe) unsafe())
                .addListener(done -> {
                    if (done.isSuccess()) {
                        outer = (IoRegistration) done.getNow();
                        registration = outer.attachment();
                        if (parent() == null) { // which has its own
                            base = handler().options();
                        }
                        joined();
                        ready(UrdmaIoEvent.READ | UrdmaIoEvent.WRITE);
                        promise.setSuccess();
                    } else {
                        promise.setFailure(done.cause());
                    }
                });
    }

    @Override
    protected void doDeregister() {
        leaving();
        registration = null;
        if (outer != null) {
            outer.cancel();
            outer = null;
        }
    }

    @Override
    protected void doBeginRead() {
        readPending = true;
        ready(UrdmaIoEvent.READ);
    }
}
