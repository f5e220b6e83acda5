package org.urdma4j.tools.demo;

import org.urdma4j.transport.port.SystemClock;
import org.urdma4j.verbs.PostStatus;
import org.urdma4j.verbs.RecvWr;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.WrOpcode;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.LongConsumer;

/**
 * Moves the sender's whole region to the receiver's by RDMA WRITE with immediate: the data goes
 * straight to its place, the immediate tells the receiver which piece has come.
 */
final class Transfer {
    /** Bytes of a message. */
    static final int MESSAGE = 1 << 20;

    private final DemoNode sender;
    private final DemoNode receiver;
    private final SendWr send = new SendWr().opcode(WrOpcode.RDMA_WRITE_WITH_IMM);
    private final RecvWr receive = new RecvWr();
    private int posted;
    private int sent;
    private int received;

    Transfer(DemoNode sender, DemoNode receiver) {
        this.sender = sender;
        this.receiver = receiver;
    }

    /**
     * Moves {@code bytes} bytes.
     *
     * @param progress told how many bytes have arrived
     * @return nanoseconds from the first post to the last completion of both sides
     */
    long run(long bytes, LongConsumer progress) throws InterruptedException, DemoException {
        int messages = Math.toIntExact((bytes + MESSAGE - 1) / MESSAGE);
        posted = 0;
        sent = 0;
        received = 0;
        for (int i = 0; i < Math.min(messages, DemoNode.DEPTH); i++) {
            postReceive();
        }
        FutureTask<Void> receiving =
                new FutureTask<>(() -> {
                    receiveAll(messages, bytes, progress);
                    return null;
                });
        long startNs = SystemClock.nowNs();
        Thread.ofPlatform().daemon().name("demo-receiver").start(receiving);
        sendAll(messages, bytes);
        try {
            receiving.get();
        } catch (ExecutionException e) {
            throw new DemoException("receiver: " + e.getCause().getMessage());
        }
        return SystemClock.nowNs() - startNs;
    }

    private void sendAll(int messages, long bytes) throws InterruptedException, DemoException {
        while (sent < messages) {
            while (posted < messages && posted - sent < DemoNode.DEPTH) {
                long offset = (long) posted * MESSAGE;
                postSend(posted, offset, Math.min(MESSAGE, bytes - offset));
                posted++;
            }
            sender.await(completion -> sent++);
        }
    }

    private void receiveAll(int messages, long bytes, LongConsumer progress)
            throws InterruptedException, DemoException {
        long[] arrived = {0};
        while (received < messages) {
            receiver.await(completion -> {
                received++;
                arrived[0] += completion.byteLen();
                progress.accept(arrived[0]);
                if (received + DemoNode.DEPTH <= messages) {
                    postReceive();
                }
            });
        }
        if (arrived[0] != bytes) {
            throw new DemoException("%d of %d bytes arrived".formatted(arrived[0], bytes));
        }
    }

    private void postSend(int number, long offset, long length) throws DemoException {
        send.wrId(number)
                .immData(number)
                .sendFlags(SendFlags.SIGNALED)
                .rdma(receiver.region().addr() + offset, receiver.region().rkey())
                .clearSges()
                .addSge(sender.region().sge(offset, length));
        PostStatus status = sender.queuePair().postSend(send);
        if (status != PostStatus.OK) {
            throw new DemoException("post failed: " + status);
        }
    }

    private void postReceive() {
        PostStatus status = receiver.queuePair().postRecv(receive);
        if (status != PostStatus.OK) {
            throw new IllegalStateException("posting a receive failed: " + status);
        }
    }

    /** Returns the shortest time of {@code tries} empty writes, post to completion, in ns. */
    long roundTripNs(int tries) throws InterruptedException, DemoException {
        long best = Long.MAX_VALUE;
        for (int i = 0; i < tries; i++) {
            sent = 0;
            long startNs = SystemClock.nowNs();
            sender.queuePair()
                    .postSend(
                            new SendWr()
                                    .opcode(WrOpcode.RDMA_WRITE)
                                    .sendFlags(SendFlags.SIGNALED)
                                    .rdma(receiver.region().addr(), receiver.region().rkey()));
            while (sent == 0) {
                sender.await(completion -> sent++);
            }
            best = Math.min(best, SystemClock.nowNs() - startNs);
        }
        return best;
    }
}
