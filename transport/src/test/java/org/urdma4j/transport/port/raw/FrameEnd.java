package org.urdma4j.transport.port.raw;

import static org.assertj.core.api.Assertions.assertThat;

import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.device.SoftContext;
import org.urdma4j.transport.device.SoftDevice;
import org.urdma4j.transport.port.NetworkPort;
import org.urdma4j.verbs.AccessFlags;
import org.urdma4j.verbs.CompletionChannel;
import org.urdma4j.verbs.CompletionQueue;
import org.urdma4j.verbs.Flow;
import org.urdma4j.verbs.FlowAttr;
import org.urdma4j.verbs.FlowAttrType;
import org.urdma4j.verbs.FlowSpec;
import org.urdma4j.verbs.MemoryRegion;
import org.urdma4j.verbs.PostStatus;
import org.urdma4j.verbs.ProtectionDomain;
import org.urdma4j.verbs.QpAttrs;
import org.urdma4j.verbs.QpCap;
import org.urdma4j.verbs.QpInitAttr;
import org.urdma4j.verbs.QpType;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.RecvWr;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WorkCompletion;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;

/** A device that sends and takes whole frames, by any number of queue pairs. */
final class FrameEnd implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int RECEIVES = 64;
    private static final int ROOM = 16 << 10;

    final SoftContext context;
    private final ProtectionDomain domain;

    FrameEnd(NetworkPort port) {
        this(new SoftDevice(port.description(), 1, () -> port).open());
    }

    /** On a device that does other things, too. */
    FrameEnd(SoftContext context) {
        this.context = context;
        domain = context.allocPd();
    }

    /** Opens a queue pair, ready to send and receive. */
    Station station() {
        Station station = new Station(ROOM);
        QpAttrs.activate(station.qp);
        return station;
    }

    /** Opens a queue pair in RESET, whose receives have room for so many bytes. */
    Station station(int room) {
        return new Station(room);
    }

    long count(Counter counter) {
        return context.counters().get(counter);
    }

    /** One queue pair, with receives. */
    final class Station {
        private final CompletionChannel channel = context.createCompChannel();
        private final CompletionQueue sent = context.createCq(256, null, null);
        private final CompletionQueue received = context.createCq(256, null, channel);
        private final int room;
        private final MemorySegment memory;
        private final MemoryRegion region;
        final QueuePair qp;

        private Station(int room) {
            this.room = room;
            memory = Arena.ofAuto().allocate((long) (RECEIVES + 1) * room, 8);
            region = domain.regMr(memory, AccessFlags.LOCAL_WRITE);
            qp =
                    domain.createQp(
                            QpInitAttr.builder()
                                    .qpType(QpType.RAW_PACKET)
                                    .sendCq(sent)
                                    .recvCq(received)
                                    .cap(new QpCap(256, RECEIVES, 3, 2, 256))
                                    .build());
        }

        /** Posts receives, as many as there is room for, each of two pieces. */
        Station receiving() {
            for (int i = 0; i < RECEIVES; i++) {
                receive(i);
            }
            return this;
        }

        void receive(int slot) {
            RecvWr wr = new RecvWr().wrId(slot);
            int first = Math.min(10, room);
            wr.addSge(region.sge((long) slot * room, first));
            if (room > first) {
                wr.addSge(region.sge((long) slot * room + first, room - first));
            }
            assertThat(qp.postRecv(wr)).isEqualTo(PostStatus.OK);
        }

        Flow steer(int priority, FlowSpec... specs) {
            FlowAttr.Builder attr = FlowAttr.builder().priority(priority);
            for (FlowSpec spec : specs) {
                attr.spec(spec);
            }
            return qp.createFlow(attr.build());
        }

        Flow steer(FlowAttrType type) {
            return qp.createFlow(FlowAttr.builder().type(type).build());
        }

        /** Sends a frame in three pieces, and waits until that is done. */
        WcStatus send(byte[] frame) throws InterruptedException {
            long at = (long) RECEIVES * room;
            MemorySegment.copy(frame, 0, memory, ValueLayout.JAVA_BYTE, at, frame.length);
            int half = frame.length / 2;
            SendWr wr = new SendWr().sendFlags(SendFlags.SIGNALED);
            wr.addSge(region.sge(at, half)).addSge(region.sge(at + half, 0));
            wr.addSge(region.sge(at + half, frame.length - half));
            return send(wr);
        }

        WcStatus send(SendWr wr) throws InterruptedException {
            assertThat(qp.postSend(wr)).isEqualTo(PostStatus.OK);
            WorkCompletion[] one = WorkCompletion.array(1);
            while (sent.poll(one) == 0) {
                Thread.onSpinWait();
            }
            return one[0].status();
        }

        /** Returns whether something is done that was posted to be sent; tells it once. */
        boolean isSent() {
            return sent.poll(WorkCompletion.array(1)) == 1;
        }

        /** Waits for a frame and returns it; its receive is posted again. */
        byte[] take() throws InterruptedException {
            WorkCompletion done = await();
            assertThat(done.status()).isEqualTo(WcStatus.SUCCESS);
            byte[] frame =
                    memory.asSlice(done.wrId() * room, done.byteLen())
                            .toArray(ValueLayout.JAVA_BYTE);
            receive((int) done.wrId());
            return frame;
        }

        WorkCompletion await() throws InterruptedException {
            WorkCompletion[] one = WorkCompletion.array(1);
            while (received.poll(one) == 0) {
                received.reqNotify(false);
                if (received.poll(one) == 1) {
                    break;
                }
                assertThat(channel.getCqEvent(PATIENCE)).as("a completion event").isNotNull();
            }
            return one[0];
        }
    }

    @Override
    public void close() {
        context.close();
    }
}
