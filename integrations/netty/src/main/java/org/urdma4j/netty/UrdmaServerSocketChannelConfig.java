package org.urdma4j.netty;

import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelOption;
import io.netty.channel.DefaultChannelConfig;
import io.netty.channel.MessageSizeEstimator;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.ServerChannelRecvByteBufAllocator;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.socket.ServerSocketChannelConfig;

import org.urdma4j.channel.ChannelOptions;

import java.util.Map;

/** The options of an {@link UrdmaServerSocketChannel}. */
final class UrdmaServerSocketChannelConfig extends DefaultChannelConfig
        implements ServerSocketChannelConfig {
    private final UrdmaServerSocketChannel owner;
    private final Rings rings = new Rings();
    private volatile int backlog = 64;

    UrdmaServerSocketChannelConfig(UrdmaServerSocketChannel owner) {
        super(owner, new ServerChannelRecvByteBufAllocator());
        this.owner = owner;
    }

    /** Returns the options of the channels that are accepted. */
    ChannelOptions options(ChannelOptions base) {
        return rings.over(base);
    }

    @Override
    protected void autoReadCleared() {
        owner.autoReadCleared();
    }

    @Override
    public Map<ChannelOption<?>, Object> getOptions() {
        return getOptions(
                super.getOptions(),
                ChannelOption.SO_RCVBUF,
                ChannelOption.SO_SNDBUF,
                ChannelOption.SO_REUSEADDR,
                ChannelOption.SO_BACKLOG);
    }

    @SuppressWarnings("unchecked")
    @Override
    public <T> T getOption(ChannelOption<T> option) {
        Object value;
        if (option.equals(ChannelOption.SO_RCVBUF)) {
            value = getReceiveBufferSize();
        } else if (option.equals(ChannelOption.SO_SNDBUF)) {
            value = rings.over(owner.base()).sendBytes();
        } else if (option.equals(ChannelOption.SO_REUSEADDR)) {
            value = isReuseAddress();
        } else if (option.equals(ChannelOption.SO_BACKLOG)) {
            value = getBacklog();
        } else {
            return super.getOption(option);
        }
        return (T) value;
    }

    @Override
    public <T> boolean setOption(ChannelOption<T> option, T value) {
        validate(option, value);
        if (option.equals(ChannelOption.SO_REUSEADDR)) {
            return (Boolean) value;
        } else if (option.equals(ChannelOption.SO_RCVBUF)) {
            setReceiveBufferSize((Integer) value);
        } else if (option.equals(ChannelOption.SO_SNDBUF)) {
            checkNotBound("SO_SNDBUF");
            rings.sendBytes((Integer) value);
        } else if (option.equals(ChannelOption.SO_BACKLOG)) {
            setBacklog((Integer) value);
        } else {
            return super.setOption(option, value);
        }
        return true;
    }

    private void checkNotBound(String option) {
        if (owner.isActive()) {
            throw new ChannelException(option + " must be set before the channel is bound");
        }
    }

    @Override
    public int getReceiveBufferSize() {
        return rings.over(owner.base()).receiveBytes();
    }

    @Override
    public ServerSocketChannelConfig setReceiveBufferSize(int bytes) {
        checkNotBound("SO_RCVBUF");
        rings.receiveBytes(bytes);
        return this;
    }

    @Override
    public int getBacklog() {
        return backlog;
    }

    @Override
    public ServerSocketChannelConfig setBacklog(int peers) {
        checkNotBound("SO_BACKLOG");
        if (peers < 1) {
            throw new IllegalArgumentException(
                    "SO_BACKLOG is %d, must be 1 at least".formatted(peers));
        }
        backlog = peers;
        return this;
    }

    @Override
    public boolean isReuseAddress() {
        return true;
    }

    @Override
    public ServerSocketChannelConfig setReuseAddress(boolean on) {
        if (!on) {
            throw new IllegalArgumentException(
                    "SO_REUSEADDR can't be switched off: a port is free once it is closed");
        }
        return this;
    }

    /** As for the JDK's sockets, nothing is made of it. */
    @Override
    public ServerSocketChannelConfig setPerformancePreferences(
            int connectionTime, int latency, int bandwidth) {
        return this;
    }

    @Override
    public ServerSocketChannelConfig setConnectTimeoutMillis(int millis) {
        super.setConnectTimeoutMillis(millis);
        return this;
    }

    @Deprecated
    @Override
    public ServerSocketChannelConfig setMaxMessagesPerRead(int messages) {
        super.setMaxMessagesPerRead(messages);
        return this;
    }

    @Override
    public ServerSocketChannelConfig setWriteSpinCount(int turns) {
        super.setWriteSpinCount(turns);
        return this;
    }

    @Override
    public ServerSocketChannelConfig setAllocator(ByteBufAllocator allocator) {
        super.setAllocator(allocator);
        return this;
    }

    @Override
    public ServerSocketChannelConfig setRecvByteBufAllocator(RecvByteBufAllocator allocator) {
        super.setRecvByteBufAllocator(allocator);
        return this;
    }

    @Override
    public ServerSocketChannelConfig setAutoRead(boolean on) {
        super.setAutoRead(on);
        return this;
    }

    @Override
    public ServerSocketChannelConfig setMessageSizeEstimator(MessageSizeEstimator estimator) {
        super.setMessageSizeEstimator(estimator);
        return this;
    }

    @Override
    public ServerSocketChannelConfig setWriteBufferHighWaterMark(int bytes) {
        super.setWriteBufferHighWaterMark(bytes);
        return this;
    }

    @Override
    public ServerSocketChannelConfig setWriteBufferLowWaterMark(int bytes) {
        super.setWriteBufferLowWaterMark(bytes);
        return this;
    }

    @Override
    public ServerSocketChannelConfig setWriteBufferWaterMark(WriteBufferWaterMark mark) {
        super.setWriteBufferWaterMark(mark);
        return this;
    }
}
