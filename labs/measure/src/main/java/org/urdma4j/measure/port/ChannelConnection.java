package org.urdma4j.measure.port;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.DuplexChannel;

import org.urdma4j.protection.association.listener.TcpConnection;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A channel of an event loop for those who wait on threads of their own. Nothing is read that
 * nobody has asked for, so what it holds is one piece.
 */
final class ChannelConnection extends ChannelInboundHandlerAdapter implements TcpConnection {
    /** A peer that ends may send what its socket held before it is asked for; no more than this. */
    private static final int MOST_HELD = 1 << 18;

    private final DuplexChannel channel;
    private final InetSocketAddress local;
    private final InetSocketAddress remote;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Queue<byte[]> pieces = new ArrayDeque<>();
    private int taken; // of the first piece
    private int held;
    private boolean ended;
    private String broken;

    private ChannelConnection(DuplexChannel channel) {
        this.channel = channel;
        local = (InetSocketAddress) channel.localAddress();
        remote = (InetSocketAddress) channel.remoteAddress();
    }

    /**
     * Takes a channel over, on its event loop.
     *
     * @param head what was read of it before; released
     */
    static ChannelConnection of(Channel channel, ByteBuf head) {
        ChannelConnection made = new ChannelConnection((DuplexChannel) channel);
        made.add(head);
        channel.config().setOption(ChannelOption.SO_KEEPALIVE, true);
        channel.pipeline().addLast(made);
        return made;
    }

    @Override
    public InetSocketAddress local() {
        return local;
    }

    @Override
    public InetSocketAddress remote() {
        return remote;
    }

    @Override
    public int read(byte[] into, int timeoutMs) throws IOException {
        lock.lock();
        try {
            long leftNs = TimeUnit.MILLISECONDS.toNanos(timeoutMs);
            while (pieces.isEmpty()) {
                failIfBroken();
                if (ended) {
                    return -1;
                }
                channel.read();
                if (timeoutMs == 0) {
                    changed.await();
                } else if (leftNs <= 0) {
                    throw new SocketTimeoutException();
                } else {
                    leftNs = changed.awaitNanos(leftNs);
                }
            }
            return take(into);
        } catch (InterruptedException _) {
            throw interrupted();
        } finally {
            lock.unlock();
        }
    }

    private int take(byte[] into) {
        byte[] first = pieces.element();
        int count = Math.min(into.length, first.length - taken);
        System.arraycopy(first, taken, into, 0, count);
        taken += count;
        held -= count;
        if (taken == first.length) {
            pieces.remove();
            taken = 0;
        }
        return count;
    }

    @Override
    public void write(byte[] bytes) throws IOException {
        failIfBroken();
        await(channel.writeAndFlush(Unpooled.wrappedBuffer(bytes)));
    }

    /** Who reads learns of a close before the channel does, and would still get a word through. */
    private void failIfBroken() throws IOException {
        lock.lock();
        try {
            if (broken != null) {
                throw new IOException(broken);
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void shutdownOutput() throws IOException {
        await(channel.shutdownOutput());
    }

    private static void await(ChannelFuture done) throws IOException {
        try {
            if (!done.await().isSuccess()) {
                throw new IOException(ListeningSocket.reason(done.cause()), done.cause());
            }
        } catch (InterruptedException _) {
            throw interrupted();
        }
    }

    private static IOException interrupted() {
        Thread.currentThread().interrupt();
        return new InterruptedIOException("interrupted");
    }

    @Override
    public void abort() {
        keepNothing(channel);
        close();
    }

    /** Has nothing kept of a channel once it is closed, not even by the kernel. */
    static void keepNothing(Channel channel) {
        try {
            channel.config().setOption(ChannelOption.SO_LINGER, 0);
        } catch (ChannelException _) {
            // It is closed already.
        }
    }

    @Override
    public void close() {
        end("the connection is closed");
        drop();
        var _ = channel.close();
    }

    /** On the event loop. */
    private void add(ByteBuf data) {
        byte[] piece = new byte[data.readableBytes()];
        data.readBytes(piece);
        data.release();
        lock.lock();
        try {
            if (held + piece.length <= MOST_HELD) {
                held += piece.length;
                pieces.add(piece);
                changed.signalAll();
                return;
            }
        } finally {
            lock.unlock();
        }
        abort();
    }

    /** The first reason counts: to read on where nothing can come fails in other ways. */
    private void end(String why) {
        lock.lock();
        try {
            if (!ended) {
                ended = true;
                broken = why;
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    private void drop() {
        lock.lock();
        try {
            pieces.clear();
            taken = 0;
            held = 0;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        add((ByteBuf) message);
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof ChannelInputShutdownEvent) {
            end(null);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        end(null);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        end(ListeningSocket.reason(cause));
        var _ = ctx.close();
    }
}
