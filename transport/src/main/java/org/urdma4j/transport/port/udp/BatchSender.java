package org.urdma4j.transport.port.udp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.socket.DatagramPacket;
import io.netty.channel.unix.Errors.NativeIoException;
import io.netty.channel.unix.SegmentedDatagramPacket;

import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.counter.Counters;
import org.urdma4j.transport.port.ShardDriver;
import org.urdma4j.transport.port.pipeline.IcrcStamp;
import org.urdma4j.transport.wire.TransmitBatch;

/**
 * Sends batches through a datagram channel, from the batch's own memory. A socket that has room
 * takes a batch within {@link #send}; one that is full leaves it to Netty until the socket drains,
 * and until then {@link #ready} is false, so nothing is written over, lost, or waited for. Confined
 * to the event loop.
 */
final class BatchSender implements ShardDriver.Transmitter, ChannelFutureListener {
    private static final int EIO = 5;
    private static final int EINVAL = 22;

    private final Channel channel;
    private final boolean segmentation;
    private final IcrcStamp stamp;
    private final Counters counters;
    private final Runnable onReady;
    private final ByteBuf bytes;

    private TransmitBatch batch;
    private UdpRoute route;
    private boolean segmented;
    private boolean sending;
    private boolean refused;
    private int outstanding;

    /**
     * Creates a sender.
     *
     * @param memory the one batch that is ever sent
     * @param segmentation whether the channel takes segmented datagrams
     * @param onReady called when {@link #ready} turns true other than within {@link #send}; may be
     *     within a write of the channel
     */
    BatchSender(
            Channel channel,
            TransmitBatch memory,
            boolean segmentation,
            IcrcStamp stamp,
            Counters counters,
            Runnable onReady) {
        this.channel = channel;
        this.segmentation = segmentation;
        this.stamp = stamp;
        this.counters = counters;
        this.onReady = onReady;
        this.bytes = Unpooled.wrappedBuffer(memory.buffer());
    }

    @Override
    public boolean ready() {
        return outstanding == 0;
    }

    @Override
    public void send(TransmitBatch toSend) {
        batch = toSend;
        route = (UdpRoute) toSend.route();
        write(segmentation && route.segmentable() && toSend.count() > 1);
        if (refused && outstanding == 0) {
            sendSingly();
        }
    }

    private void write(boolean asOne) {
        stamp.stamp(batch, route.flow(), asOne);
        bytes.setIndex(0, batch.bytes());
        segmented = asOne;
        sending = true;
        int count = batch.count();
        if (asOne) {
            outstanding = 1;
            write(new SegmentedDatagramPacket(bytes.retain(), batch.length(0), route.remote()));
        } else if (count == 1) {
            outstanding = 1;
            write(new DatagramPacket(bytes.retain(), route.remote()));
        } else {
            outstanding = count;
            for (int i = 0; i < count; i++) {
                ByteBuf packet = bytes.retainedSlice(batch.offset(i), batch.length(i));
                write(new DatagramPacket(packet, route.remote()));
            }
        }
        channel.flush();
        sending = false;
    }

    private void write(DatagramPacket packet) {
        channel.write(packet).addListener(this);
    }

    @Override
    public void operationComplete(ChannelFuture future) {
        outstanding--;
        if (!future.isSuccess()) {
            onFailure(future.cause());
        }
        if (outstanding == 0 && !sending) {
            if (refused) {
                sendSingly();
            }
            if (outstanding == 0) {
                onReady.run();
            }
        }
    }

    /**
     * A device that can't do checksums refuses segmented sends with EIO; EINVAL comes from kernels
     * that would have to segment for a path with a smaller MTU, or can't. The batch is still whole.
     */
    private void onFailure(Throwable cause) {
        if (segmented && isOneOf(cause, EIO, EINVAL)) {
            refused = true;
            route.notSegmentable();
        } else {
            counters.add(Counter.SEND_ERR, segmented ? batch.count() : 1);
        }
    }

    private static boolean isOneOf(Throwable cause, int errno, int otherErrno) {
        return cause instanceof NativeIoException e
                && (e.expectedErr() == -errno || e.expectedErr() == -otherErrno);
    }

    private void sendSingly() {
        refused = false;
        write(false);
    }
}
