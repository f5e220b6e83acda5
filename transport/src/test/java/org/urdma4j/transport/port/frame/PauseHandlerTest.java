package org.urdma4j.transport.port.frame;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;

import org.junit.jupiter.api.Test;
import org.urdma4j.codec.net.EtherType;
import org.urdma4j.codec.net.Ethernet;
import org.urdma4j.codec.net.MacControl;
import org.urdma4j.codec.net.Pause;
import org.urdma4j.codec.net.Pfc;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.counter.Counters;
import org.urdma4j.transport.pfc.FlowControl;
import org.urdma4j.transport.pfc.PauseState;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Pauses of a port in virtual time: 1 Gbit/s, where a quantum is 512 ns. */
class PauseHandlerTest {
    private static final long GIGABIT = 1_000_000_000;
    private static final long MAC = 0x0200_0000_0001L;
    private static final int CAPACITY = 8000;
    private static final long REPEAT_NS = 65_535L * 512 / 2;
    private static final int IPV4 = EtherType.IPV4;

    private final Counters counters = new Counters();
    private final List<String> sent = new ArrayList<>();
    private boolean linkTakes = true;
    private long backlog;
    private long nowNs = 1000;
    private int resumed;
    private LinkPauses pauses;
    private PauseHandler handler;
    private EmbeddedChannel channel;

    private void with(FlowControl flow) {
        with(flow, true);
    }

    private void with(FlowControl flow, boolean obeys) {
        pauses = new LinkPauses(new PauseState(GIGABIT, flow.priorities()), () -> resumed++);
        ReceiveGuard guard =
                new ReceiveGuard(flow, GIGABIT, MAC, () -> backlog, CAPACITY, this::send, counters);
        handler = new PauseHandler(pauses, guard, counters, () -> nowNs, obeys);
        channel = new EmbeddedChannel(new FrameHandler(), handler);
    }

    private boolean send(ByteBuffer frame) {
        int at = MacControl.find(frame, 0, frame.capacity(), 0);
        boolean pfc = MacControl.opcode(frame, at) == MacControl.PFC;
        sent.add(pfc ? Pfc.toString(frame, at) : Pause.toString(frame, at));
        return linkTakes;
    }

    /** Returns whether the frame went on to the next handler. */
    private boolean take(ByteBuffer frame, int tag) {
        ByteBuf data = Unpooled.directBuffer(frame.capacity());
        data.writeBytes(frame.duplicate().clear());
        InboundFrame inbound = new InboundFrame();
        inbound.begin(data, 0, frame.capacity(), 0, tag, nowNs);
        channel.pipeline().fireChannelRead(inbound);
        boolean passed = channel.readInbound() != null;
        data.release();
        return passed;
    }

    private boolean takeData(int etherType, int secondByte, int tag) {
        ByteBuffer frame = ByteBuffer.allocate(60);
        Ethernet.write(frame, 0, MAC, MAC, etherType);
        frame.put(Ethernet.LENGTH, (byte) 0x45).put(Ethernet.LENGTH + 1, (byte) secondByte);
        return take(frame, tag);
    }

    private void takePfc(int priority, int quanta) {
        ByteBuffer frame = ByteBuffer.allocate(MacControl.FRAME_LENGTH);
        int at = MacControl.startFrame(frame, 0, MAC);
        Pfc.write(frame, at, 1 << priority);
        Pfc.setQuanta(frame, at, priority, quanta);
        assertThat(take(frame, InboundFrame.UNTAGGED)).as("pauses end here").isFalse();
    }

    @Test
    void shouldHoldAPriorityForItsQuantaAndSayWhenItMayGoOn() {
        with(FlowControl.pfc(3, 5));
        takePfc(3, 100);
        assertThat(pauses.isPaused(3)).isTrue();
        assertThat(pauses.isPaused(5)).isFalse();
        long over = nowNs + 100 * 512;
        assertThat(handler.onTurn(over - 1)).isEqualTo(over);
        assertThat(resumed).isZero();

        assertThat(handler.onTurn(over)).isEqualTo(Long.MAX_VALUE);

        assertThat(resumed).isOne();
        assertThat(pauses.isPaused(3)).isFalse();
        assertThat(counters.get(Counter.RX_PAUSE_CTRL_PHY)).isOne();
    }

    @Test
    void shouldResumeAtZeroAndIgnorePrioritiesThatAreNotLossless() {
        with(FlowControl.pfc(3));
        takePfc(5, 100);
        assertThat(pauses.isPaused(5)).isFalse();
        takePfc(3, 100);
        takePfc(3, 0);
        assertThat(pauses.isPaused(3)).isFalse();
        assertThat(resumed).isOne();
    }

    @Test
    void shouldRefuseAndCountWhatAStrangerSaysToAPortThatIsSealed() {
        with(FlowControl.DEFAULT, false);
        ByteBuffer frame = ByteBuffer.allocate(MacControl.FRAME_LENGTH);
        Pause.write(frame, MacControl.startFrame(frame, 0, MAC + 1), MacControl.MAX_QUANTA);
        assertThat(take(frame, InboundFrame.UNTAGGED)).as("it ends here").isFalse();
        takePfc(3, 100);

        assertThat(pauses.isPaused(0)).isFalse();
        assertThat(pauses.isPaused(3)).isFalse();
        assertThat(counters.get(Counter.DROPPED_NOT_PROTECTED)).isEqualTo(2);
        assertThat(counters.get(Counter.RX_PAUSE_CTRL_PHY)).isZero();
        assertThat(takeData(IPV4, 0, InboundFrame.UNTAGGED)).as("the rest passes").isTrue();
    }

    @Test
    void shouldStopThePrioritiesThatCame() {
        with(FlowControl.pfc(1, 3, 4));
        backlog = CAPACITY / 4;
        takeData(EtherType.ROCE, 0, 1 << 13);
        takeData(IPV4, 3 << 5, InboundFrame.UNTAGGED);
        takeData(IPV4, 0, InboundFrame.UNTAGGED); // priority 0 may be lost
        channel.pipeline().fireChannelReadComplete();

        assertThat(sent).containsExactly("PFC{1=65535 3=65535}");
        assertThat(counters.get(Counter.TX_PAUSE_CTRL_PHY)).isOne();
    }

    @Test
    void shouldLookWhileALongReadIsTaken() {
        with(FlowControl.pfc(0));
        backlog = CAPACITY;
        for (int i = 0; i < 16; i++) {
            assertThat(sent).isEmpty();
            assertThat(takeData(IPV4, 0, InboundFrame.UNTAGGED)).isTrue();
        }
        assertThat(sent).hasSize(1);
    }

    @Test
    void shouldRepeatUntilTheBufferHasDrained() {
        with(FlowControl.pfc(0));
        backlog = CAPACITY / 4;
        takeData(IPV4, 0, InboundFrame.UNTAGGED);
        linkTakes = false;
        channel.pipeline().fireChannelReadComplete();
        linkTakes = true;
        backlog = CAPACITY / 8 + 1;
        assertThat(handler.onTurn(nowNs + REPEAT_NS - 1)).isEqualTo(nowNs + REPEAT_NS);
        handler.onTurn(nowNs + REPEAT_NS);
        backlog = CAPACITY / 8;
        assertThat(handler.onTurn(nowNs + REPEAT_NS + 1)).isEqualTo(Long.MAX_VALUE);

        assertThat(sent).containsExactly("PFC{0=65535}", "PFC{0=65535}", "PFC{0=0}");
        assertThat(counters.get(Counter.TX_PAUSE_CTRL_PHY)).isEqualTo(2);
    }

    @Test
    void shouldSendPauseOrNothingWhereSoConfigured() {
        with(FlowControl.pause());
        backlog = CAPACITY;
        takeData(IPV4, 3 << 5, InboundFrame.UNTAGGED);
        channel.pipeline().fireChannelReadComplete();
        backlog = 0;
        channel.pipeline().fireChannelReadComplete();
        assertThat(sent).containsExactly("PAUSE{quanta=65535}", "PAUSE{quanta=0}");

        with(FlowControl.DEFAULT);
        backlog = CAPACITY;
        takeData(IPV4, 3 << 5, InboundFrame.UNTAGGED);
        channel.pipeline().fireChannelReadComplete();
        assertThat(sent).hasSize(2);
        assertThat(handler.onTurn(nowNs)).isEqualTo(Long.MAX_VALUE);
    }
}
