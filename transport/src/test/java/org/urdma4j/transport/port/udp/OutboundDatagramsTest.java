package org.urdma4j.transport.port.udp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.socket.DatagramPacket;
import io.netty.channel.unix.Errors.NativeIoException;
import io.netty.channel.unix.SegmentedDatagramPacket;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.counter.Counters;
import org.urdma4j.transport.memory.PayloadMover;
import org.urdma4j.transport.memory.Region;
import org.urdma4j.transport.memory.RegionTable;
import org.urdma4j.transport.port.pipeline.BatchSender;
import org.urdma4j.transport.port.pipeline.IcrcCheck;
import org.urdma4j.transport.port.pipeline.IcrcHandler;
import org.urdma4j.transport.port.pipeline.IcrcMode;
import org.urdma4j.transport.port.pipeline.IcrcStamp;
import org.urdma4j.transport.wire.TransmitBatch;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;

/** The sender over a channel that takes datagrams when the test says so, or refuses them. */
class OutboundDatagramsTest {
    private static final int EIO = -5;
    private static final int EPERM = -1;
    private static final int LENGTH = 32;

    private FakeSocket socket;
    private EmbeddedChannel channel;
    private final Counters counters = new Counters();
    private final TransmitBatch batch = new TransmitBatch(4096, 64, PayloadMover.COPYING);
    private final RegionTable regions = new RegionTable(new Random(1));
    private UdpRoute route;
    private boolean gathers;
    private final List<Integer> gathered = new ArrayList<>();
    private final List<Boolean> marked = new ArrayList<>();
    private int timesReady;
    private BatchSender sender;

    @BeforeEach
    void createSender() {
        assumeThat(Epoll.isAvailable()).as("epoll, whose errors these are").isTrue();
        sender = sender();
        route = route(true);
    }

    private BatchSender sender() {
        socket = new FakeSocket();
        IcrcStamp stamp = new IcrcStamp(IcrcMode.STANDARD);
        channel =
                new EmbeddedChannel(
                        socket,
                        new OutboundDatagrams(batch.memory(), counters, this::gather, marked::add),
                        new IcrcHandler(
                                IcrcCheck.NONE,
                                run -> stamp.stamp(run.batch(), route.flow(), run.isSegmented()),
                                counters));
        return new BatchSender(channel, counters, () -> 0, () -> timesReady++);
    }

    private boolean gather(TransmitBatch from, boolean segmented) {
        if (gathers) {
            gathered.add(segmented ? from.count() : 1);
        }
        return gathers;
    }

    private UdpRoute route(boolean segmentable) {
        return new UdpRoute(
                channel,
                new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 4791),
                4791,
                new InetSocketAddress(InetAddress.ofLiteral("127.0.0.2"), 4791),
                segmentable);
    }

    @Test
    void shouldSendABatchAsOneDatagram() {
        sender.send(batchOf(3));
        assertThat(sender.ready()).isTrue();
        assertThat(socket.sent).singleElement().isInstanceOf(SegmentedDatagramPacket.class);
        assertThat(((SegmentedDatagramPacket) socket.sent.get(0)).segmentSize()).isEqualTo(LENGTH);
        assertThat(socket.bytesSent()).containsExactly(stamped(3, true));
        assertThat(timesReady).isZero();
    }

    @Test
    void shouldSendOnePacketPlainly() {
        sender.send(batchOf(1));
        assertThat(socket.sent).singleElement().isNotInstanceOf(SegmentedDatagramPacket.class);
        assertThat(socket.sent.get(0).recipient()).isEqualTo(route.remote());
        assertThat(socket.bytesSent()).containsExactly(stamped(1, false));
    }

    @Test
    void shouldSendPacketsSinglyWithoutSegmentation() {
        route = route(false);
        sender.send(batchOf(3));
        assertThat(sender.ready()).isTrue();
        assertThat(socket.sent).hasSize(3);
        assertThat(String.join("", socket.bytesSent())).isEqualTo(stamped(3, false));
    }

    @Test
    void shouldWaitForAFullSocketAndKeepTheBytes() {
        socket.full = true;
        sender.send(batchOf(3));
        assertThat(sender.ready()).isFalse();
        assertThat(socket.sent).isEmpty();
        socket.drain();
        assertThat(sender.ready()).isTrue();
        assertThat(timesReady).isEqualTo(1);
        assertThat(socket.bytesSent()).containsExactly(stamped(3, true));
        sender.send(batchOf(2));
        assertThat(sender.ready()).isTrue();
        assertThat(timesReady).isEqualTo(1);
    }

    @Test
    void shouldBeReadyOnlyWhenTheLastOfSeveralIsTaken() {
        route = route(false);
        socket.full = true;
        sender.send(batchOf(3));
        socket.takeOne();
        socket.takeOne();
        assertThat(sender.ready()).isFalse();
        assertThat(timesReady).isZero();
        socket.takeOne();
        assertThat(sender.ready()).isTrue();
        assertThat(timesReady).isEqualTo(1);
    }

    @Test
    void shouldCountWhatTheSystemRefuses() {
        socket.refuseAll = EPERM;
        sender.send(batchOf(3));
        assertThat(sender.ready()).isTrue();
        assertThat(counters.get(Counter.SEND_ERR)).isEqualTo(3);
        sender.send(batchOf(1));
        assertThat(counters.get(Counter.SEND_ERR)).isEqualTo(4);
        assertThat(route.isSegmentable()).isTrue();
        assertThat(socket.references).allMatch(b -> b.refCnt() == 1);
    }

    @Test
    void shouldCountEachPacketThatTheSystemRefuses() {
        route = route(false);
        socket.refuseFirst = 2;
        sender.send(batchOf(3));
        assertThat(sender.ready()).isTrue();
        assertThat(counters.get(Counter.SEND_ERR)).isEqualTo(2);
        assertThat(socket.sent).hasSize(1);
    }

    @Test
    void shouldSendSinglyWhereSegmentationIsRefused() {
        socket.refuseSegmented = EIO;
        sender.send(batchOf(3));
        assertThat(sender.ready()).isTrue();
        assertThat(socket.sent).hasSize(3);
        assertThat(String.join("", socket.bytesSent())).isEqualTo(stamped(3, false));
        assertThat(counters.get(Counter.SEND_ERR)).isZero();
        sender.send(batchOf(2));
        assertThat(socket.sent).hasSize(5);
        assertThat(socket.segmentedTried).isEqualTo(1);
        assertThat(timesReady).isZero();
    }

    @Test
    void shouldSendSinglyWhereSegmentationIsRefusedAfterWaiting() {
        socket.full = true;
        socket.refuseSegmented = EIO;
        sender.send(batchOf(3));
        socket.drain();
        assertThat(sender.ready()).isTrue();
        assertThat(timesReady).isEqualTo(1);
        assertThat(socket.sent).hasSize(3);
        assertThat(String.join("", socket.bytesSent())).isEqualTo(stamped(3, false));
    }

    @Test
    void shouldAllowSegmentationOnOtherRoutes() {
        socket.refuseSegmented = EIO;
        sender.send(batchOf(2));
        assertThat(route.isSegmentable()).isFalse();
        assertThat(route(true).isSegmentable()).isTrue();
    }

    /** A channel that is full sends it later, when nothing else has been asked for. */
    @Test
    void shouldSayBeforeABatchLeavesWhetherItMayBeMarked() {
        gathers = true;
        sender.send(batchOf(3));
        assertThat(marked).containsExactly(false);
        route.allowMarks();
        sender.send(batchOf(1));
        gathers = false;
        socket.full = true;
        sender.send(batchOf(2));
        assertThat(sender.ready()).isFalse();
        assertThat(marked).containsExactly(false, true, true);
    }

    @Test
    void shouldNotJoinWhatMayBeMarkedToWhatMayNot() {
        UdpRoute same = route(true);
        assertThat(route.isSameWay(same)).isTrue();
        same.allowMarks();
        assertThat(route.isSameWay(same)).isFalse();
        assertThat(same.isSameWay(route)).isFalse();
        route.allowMarks();
        assertThat(route.isSameWay(same)).isTrue();
    }

    @Test
    void shouldLeavePayloadWhereItLies() {
        gathers = true;
        sender.send(attached(3, region(Arena.ofAuto())));
        sender.send(attached(1, region(Arena.ofAuto())));
        assertThat(gathered).containsExactly(3, 1);
        assertThat(socket.sent).isEmpty();
        assertThat(sender.ready()).isTrue();
        assertThat(batch.attached().isEmpty()).as("memory is held no more").isTrue();
    }

    @Test
    void shouldSendWhatHasNothingAttachedTheSameWay() {
        gathers = true;
        sender.send(batchOf(3));
        sender.send(batchOf(1));
        assertThat(gathered).containsExactly(3, 1);
        assertThat(socket.sent).isEmpty();
        assertThat(sender.ready()).isTrue();
        gathers = false;
        sender.send(batchOf(3));
        assertThat(socket.bytesSent()).containsExactly(stamped(3, true));
    }

    /** The memory may be another's when a socket that is full has room again. */
    @Test
    void shouldCopyWhatTheKernelDoesNotTake() {
        socket.full = true;
        Region region = region(Arena.ofAuto());
        String expected = copied(3, region, true);
        sender.send(attached(3, region));
        region.segment().fill((byte) -1);
        socket.drain();
        assertThat(socket.bytesSent()).containsExactly(expected);
        assertThat(sender.ready()).isTrue();
    }

    @Test
    void shouldCopyWhatIsSentSingly() {
        gathers = true;
        route = route(false);
        Region region = region(Arena.ofAuto());
        sender.send(attached(3, region));
        assertThat(gathered).isEmpty();
        assertThat(String.join("", socket.bytesSent())).isEqualTo(copied(3, region, false));
    }

    @Test
    void shouldCopyAndSendSinglyWhereSegmentationIsRefused() {
        socket.refuseSegmented = EIO;
        Region region = region(Arena.ofAuto());
        sender.send(attached(3, region));
        assertThat(String.join("", socket.bytesSent())).isEqualTo(copied(3, region, false));
        assertThat(counters.get(Counter.SEND_ERR)).isZero();
    }

    @Test
    void shouldDropWhatIsGone() {
        gathers = true;
        Arena arena = Arena.ofShared();
        TransmitBatch lost = attached(3, region(arena));
        arena.close();
        sender.send(lost);
        assertThat(counters.get(Counter.SEND_ERR)).isEqualTo(3);
        assertThat(gathered).isEmpty();
        assertThat(socket.sent).isEmpty();
        assertThat(sender.ready()).isTrue();
        gathers = false;
        sender.send(batchOf(1));
        assertThat(socket.sent).hasSize(1);
    }

    private Region region(Arena arena) {
        MemorySegment memory = arena.allocate(1000);
        for (int i = 0; i < 1000; i++) {
            memory.set(ValueLayout.JAVA_BYTE, i, (byte) (i * 7));
        }
        return regions.register(memory, 0, 0, 1);
    }

    private TransmitBatch attached(int packets, Region region) {
        return of(packets, region, 1);
    }

    /** Returns what such a batch has to look like on the wire. */
    private String copied(int packets, Region region, boolean segmented) {
        of(packets, region, Integer.MAX_VALUE);
        return onTheWire(segmented);
    }

    private TransmitBatch of(int packets, Region region, int leastAttached) {
        int payload = LENGTH - 16 - TransmitBatch.ICRC_LENGTH;
        batch.clear();
        batch.attachFrom(leastAttached);
        for (int i = 0; i < packets; i++) {
            int at = batch.begin(route);
            for (int k = 0; k < 16; k++) {
                batch.buffer().put(at + k, (byte) (i * 100 + k));
            }
            batch.end(batch.attach(at + 16, region, 100L * i, payload), LENGTH);
        }
        return batch;
    }

    private TransmitBatch batchOf(int packets) {
        batch.clear();
        for (int i = 0; i < packets; i++) {
            int at = batch.begin(route);
            for (int k = 0; k < LENGTH - TransmitBatch.ICRC_LENGTH; k++) {
                batch.buffer().put(at + k, (byte) (i * 100 + k));
            }
            batch.end(at + LENGTH - TransmitBatch.ICRC_LENGTH, LENGTH);
        }
        return batch;
    }

    /** Returns what such a batch has to look like on the wire, in hexadecimal digits. */
    private String stamped(int packets, boolean segmented) {
        batchOf(packets);
        return onTheWire(segmented);
    }

    private String onTheWire(boolean segmented) {
        new IcrcStamp(IcrcMode.STANDARD).stamp(batch, route.flow(), segmented);
        byte[] bytes = new byte[batch.bytes()];
        batch.buffer().get(0, bytes);
        return ByteBufUtil.hexDump(bytes);
    }

    /** Ends the pipeline as a datagram socket does. */
    private static final class FakeSocket extends ChannelOutboundHandlerAdapter {
        record Waiting(DatagramPacket packet, ChannelPromise promise) {}

        final List<DatagramPacket> sent = new ArrayList<>();
        final List<String> bytes = new ArrayList<>();
        final List<ByteBuf> references = new ArrayList<>();
        final Deque<Waiting> waiting = new ArrayDeque<>();
        boolean full;
        int refuseAll;
        int refuseSegmented;
        int refuseFirst;
        int segmentedTried;

        @Override
        public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
            waiting.add(new Waiting((DatagramPacket) message, promise));
        }

        @Override
        public void flush(ChannelHandlerContext context) {
            while (!full && !waiting.isEmpty()) {
                takeOne();
            }
        }

        void drain() {
            full = false;
            flush(null);
        }

        void takeOne() {
            Waiting next = waiting.remove();
            DatagramPacket packet = next.packet();
            boolean segmented = packet instanceof SegmentedDatagramPacket;
            segmentedTried += segmented ? 1 : 0;
            int refusal = refuseAll != 0 ? refuseAll : segmented ? refuseSegmented : 0;
            refusal = refuseFirst-- > 0 ? EPERM : refusal;
            if (refusal == 0) {
                sent.add(packet);
                bytes.add(ByteBufUtil.hexDump(packet.content()));
            }
            references.add(packet.content());
            packet.release();
            if (refusal == 0) {
                next.promise().setSuccess();
            } else {
                next.promise().setFailure(new NativeIoException("sendmmsg", refusal));
            }
        }

        String[] bytesSent() {
            return bytes.toArray(new String[0]);
        }
    }
}
