package org.urdma4j.netty;

import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelOption;
import io.netty.channel.DefaultChannelConfig;
import io.netty.channel.MessageSizeEstimator;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.socket.SocketChannelConfig;

import org.urdma4j.channel.ChannelOptions;

import java.util.Map;

/** The options of an {@link UrdmaSocketChannel}. */
final class UrdmaSocketChannelConfig extends DefaultChannelConfig implements SocketChannelConfig {
    private final UrdmaSocketChannel owner;
    private final Rings rings = new Rings();
    private volatile boolean allowHalfClosure;
    private volatile int soLinger = -1;

    UrdmaSocketChannelConfig(UrdmaSocketChannel owner) {
        super(owner);
        this.owner = owner;
    }

    /** Returns the options with which it is connected. */
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
                ChannelOption.TCP_NODELAY,
                ChannelOption.SO_KEEPALIVE,
                ChannelOption.SO_REUSEADDR,
                ChannelOption.SO_LINGER,
                ChannelOption.ALLOW_HALF_CLOSURE);
    }

    @SuppressWarnings("unchecked")
    @Override
    public <T> T getOption(ChannelOption<T> option) {
        Object value;
        if (option.equals(ChannelOption.SO_RCVBUF)) {
            value = getReceiveBufferSize();
        } else if (option.equals(ChannelOption.SO_SNDBUF)) {
            value = getSendBufferSize();
        } else if (isAlwaysOn(option)) {
            value = true;
        } else if (option.equals(ChannelOption.SO_LINGER)) {
            value = getSoLinger();
        } else if (option.equals(ChannelOption.ALLOW_HALF_CLOSURE)) {
            value = isAllowHalfClosure();
        } else {
            return super.getOption(option);
        }
        return (T) value;
    }

    @Override
    public <T> boolean setOption(ChannelOption<T> option, T value) {
        validate(option, value);
        if (isAlwaysOn(option)) {
            return (Boolean) value;
        } else if (isRing(option) && owner.isConnected()) {
            return false; // an accepted channel is closed if one throws
        } else if (option.equals(ChannelOption.SO_RCVBUF)) {
            setReceiveBufferSize((Integer) value);
        } else if (option.equals(ChannelOption.SO_SNDBUF)) {
            setSendBufferSize((Integer) value);
        } else if (option.equals(ChannelOption.SO_LINGER)) {
            setSoLinger((Integer) value);
        } else if (option.equals(ChannelOption.ALLOW_HALF_CLOSURE)) {
            setAllowHalfClosure((Boolean) value);
        } else {
            return super.setOption(option, value);
        }
        return true;
    }

    private static boolean isAlwaysOn(ChannelOption<?> option) {
        return option.equals(ChannelOption.TCP_NODELAY)
                || option.equals(ChannelOption.SO_KEEPALIVE)
                || option.equals(ChannelOption.SO_REUSEADDR);
    }

    private static boolean isRing(ChannelOption<?> option) {
        return option.equals(ChannelOption.SO_RCVBUF) || option.equals(ChannelOption.SO_SNDBUF);
    }

    private void checkNoRings(String option) {
        if (owner.isConnected()) {
            throw new ChannelException(
                    option
                            + " is the size of a ring, which is made when the channel connects; for"
                            + " accepted channels set it with ServerBootstrap.option");
        }
    }

    private static void checkOn(String option, boolean on, String why) {
        if (!on) {
            throw new IllegalArgumentException(
                    "%s can't be switched off: %s".formatted(option, why));
        }
    }

    @Override
    public int getReceiveBufferSize() {
        return rings.over(owner.base()).receiveBytes();
    }

    @Override
    public SocketChannelConfig setReceiveBufferSize(int bytes) {
        checkNoRings("SO_RCVBUF");
        rings.receiveBytes(bytes);
        return this;
    }

    @Override
    public int getSendBufferSize() {
        return rings.over(owner.base()).sendBytes();
    }

    @Override
    public SocketChannelConfig setSendBufferSize(int bytes) {
        checkNoRings("SO_SNDBUF");
        rings.sendBytes(bytes);
        return this;
    }

    @Override
    public boolean isTcpNoDelay() {
        return true;
    }

    @Override
    public SocketChannelConfig setTcpNoDelay(boolean on) {
        checkOn("TCP_NODELAY", on, "what is flushed goes out at once");
        return this;
    }

    @Override
    public boolean isKeepAlive() {
        return true;
    }

    @Override
    public SocketChannelConfig setKeepAlive(boolean on) {
        checkOn("SO_KEEPALIVE", on, "ConnParam.keepAlive of ChannelOptions says how often");
        return this;
    }

    @Override
    public boolean isReuseAddress() {
        return true;
    }

    @Override
    public SocketChannelConfig setReuseAddress(boolean on) {
        checkOn("SO_REUSEADDR", on, "a port is free once its channel is closed");
        return this;
    }

    @Override
    public int getSoLinger() {
        return soLinger;
    }

    @Override
    public SocketChannelConfig setSoLinger(int seconds) {
        soLinger = seconds;
        return this;
    }

    @Override
    public boolean isAllowHalfClosure() {
        return allowHalfClosure;
    }

    @Override
    public SocketChannelConfig setAllowHalfClosure(boolean allow) {
        allowHalfClosure = allow;
        return this;
    }

    @Override
    public int getTrafficClass() {
        throw new UnsupportedOperationException(NO_TRAFFIC_CLASS);
    }

    @Override
    public SocketChannelConfig setTrafficClass(int trafficClass) {
        throw new UnsupportedOperationException(NO_TRAFFIC_CLASS);
    }

    private static final String NO_TRAFFIC_CLASS =
            "a device has one traffic class for all channels: ContextAttr.dscp";

    /** As for the JDK's sockets, nothing is made of it. */
    @Override
    public SocketChannelConfig setPerformancePreferences(
            int connectionTime, int latency, int bandwidth) {
        return this;
    }

    @Override
    public SocketChannelConfig setConnectTimeoutMillis(int millis) {
        super.setConnectTimeoutMillis(millis);
        return this;
    }

    @Deprecated
    @Override
    public SocketChannelConfig setMaxMessagesPerRead(int messages) {
        super.setMaxMessagesPerRead(messages);
        return this;
    }

    @Override
    public SocketChannelConfig setWriteSpinCount(int turns) {
        super.setWriteSpinCount(turns);
        return this;
    }

    @Override
    public SocketChannelConfig setAllocator(ByteBufAllocator allocator) {
        super.setAllocator(allocator);
        return this;
    }

    @Override
    public SocketChannelConfig setRecvByteBufAllocator(RecvByteBufAllocator allocator) {
        super.setRecvByteBufAllocator(allocator);
        return this;
    }

    @Override
    public SocketChannelConfig setAutoRead(boolean on) {
        super.setAutoRead(on);
        return this;
    }

    @Override
    public SocketChannelConfig setAutoClose(boolean on) {
        super.setAutoClose(on);
        return this;
    }

    @Override
    public SocketChannelConfig setMessageSizeEstimator(MessageSizeEstimator estimator) {
        super.setMessageSizeEstimator(estimator);
        return this;
    }

    @Override
    public SocketChannelConfig setWriteBufferWaterMark(WriteBufferWaterMark mark) {
        super.setWriteBufferWaterMark(mark);
        return this;
    }
}
