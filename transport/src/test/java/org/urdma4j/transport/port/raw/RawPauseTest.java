package org.urdma4j.transport.port.raw;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.codec.net.EtherType;
import org.urdma4j.codec.net.MacControl;
import org.urdma4j.codec.net.Pause;
import org.urdma4j.codec.net.Pfc;
import org.urdma4j.codec.pcap.LinkType;
import org.urdma4j.codec.pcap.PcapWriter;
import org.urdma4j.fixtures.TestKeys;
import org.urdma4j.protection.aead.JcaSource;
import org.urdma4j.protection.association.ProtectionConfig;
import org.urdma4j.protection.credentials.PskCredentials;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.pfc.FlowControl;
import org.urdma4j.transport.port.BackendEnd;
import org.urdma4j.transport.port.frame.FramePortConfig;
import org.urdma4j.transport.port.keys.TlsProtection;
import org.urdma4j.transport.port.linux.ControlFrames;
import org.urdma4j.transport.port.linux.FrameFilter;
import org.urdma4j.transport.port.linux.FrameReader;
import org.urdma4j.transport.port.linux.Link;
import org.urdma4j.transport.port.linux.LinkSpeed;
import org.urdma4j.transport.port.linux.PacketSocket;
import org.urdma4j.transport.port.linux.VirtioHeader;
import org.urdma4j.transport.port.pipeline.InboundStage;
import org.urdma4j.transport.port.udp.Endpoint;
import org.urdma4j.transport.provider.PortExtras;
import org.urdma4j.transport.provider.Ports;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.verbs.ContextAttr;
import org.urdma4j.verbs.GidType;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WrOpcode;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.Security;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Pauses between two ends of a pair of virtual interfaces, whose kernel obeys none itself. */
@Tag("netns")
class RawPauseTest {
    private static final InetAddress ONE = VethPair.address(true, 1);
    private static final InetAddress OTHER = VethPair.address(true, 2);
    private static final int LOSSLESS = 3;

    /** At 1 Mbit/s the longest pause is 33 s: longer than any of these tests. */
    private static final long SLOW = 1_000_000;

    /** The longest pause is 0.3 s, so that a busy machine has the time to repeat it. */
    private static final long PATIENT = 100_000_000;

    private VethPair link;
    private PacketSocket neighbour;
    private BackendEnd a;
    private BackendEnd b;

    @BeforeEach
    void join() throws Exception {
        link = VethPair.make(9000);
        neighbour =
                link.second(() ->
                        new PacketSocket(
                                index(),
                                FrameFilter.of(FrameFilter.matches(List.of(OTHER), 1)),
                                1 << 20));
    }

    private static int index() {
        return Link.of(OTHER).orElseThrow().index();
    }

    @AfterEach
    void leave() {
        a.close();
        b.close();
        neighbour.close();
        link.close();
    }

    private void open(GidType type, FlowControl flow, int sl) throws Exception {
        FramePortConfig one = FramePortConfig.builder(ONE).gidType(type).flowControl(flow).build();
        FramePortConfig other =
                FramePortConfig.builder(OTHER).gidType(type).flowControl(flow).build();
        open(one, other, sl);
    }

    private void open(FramePortConfig one, FramePortConfig other, int sl) throws Exception {
        a = new BackendEnd(link.first(() -> RawPort.open(one)));
        b = new BackendEnd(link.second(() -> RawPort.open(other)));
        a.fill(1);
        BackendEnd.connect(a, b, new QpAttr(), sl);
    }

    private void tell(int priority, int quanta) {
        ByteBuffer frame = ByteBuffer.allocate(MacControl.FRAME_LENGTH);
        int at = MacControl.startFrame(frame, 0, 0x0200_0000_0001L);
        Pfc.write(frame, at, 1 << priority);
        Pfc.setQuanta(frame, at, priority, quanta);
        send(frame);
    }

    private void tellAll(int quanta) {
        ByteBuffer frame = ByteBuffer.allocate(MacControl.FRAME_LENGTH);
        Pause.write(frame, MacControl.startFrame(frame, 0, 0x0200_0000_0001L), quanta);
        send(frame);
    }

    private void send(ByteBuffer frame) {
        long before = a.count(Counter.RX_PAUSE_CTRL_PHY);
        assertThat(new ControlFrames(neighbour).send(frame)).isTrue();
        Endpoint.await(() -> a.count(Counter.RX_PAUSE_CTRL_PHY) > before, "the pause");
    }

    private void write() throws InterruptedException {
        a.post(a.request(WrOpcode.RDMA_WRITE, b, 0, BackendEnd.MEMORY));
        assertThat(a.await().status()).isEqualTo(WcStatus.SUCCESS);
    }

    /** Posts a WRITE of which nothing may arrive until something is done. */
    private void assertHeld(Runnable until) throws InterruptedException {
        long before = a.count(Counter.SENT_PKTS);
        a.post(a.request(WrOpcode.RDMA_WRITE, b, 0, BackendEnd.MEMORY));
        takeTurns();
        assertThat(a.count(Counter.SENT_PKTS)).isEqualTo(before);
        until.run();
        assertThat(a.await().status()).isEqualTo(WcStatus.SUCCESS);
    }

    /** Waits until the sender's event loop has taken up what was posted before. */
    private void takeTurns() {
        tell(7, 0);
        tell(7, 0);
    }

    @ParameterizedTest
    @EnumSource(
            value = GidType.class,
            names = {"ROCE_V1", "ROCE_V2"})
    void shouldHoldThePausedPriorityUntilItMayGoOn(GidType type) throws Exception {
        open(type, FlowControl.pfc(0, LOSSLESS).at(SLOW), LOSSLESS);
        write();

        tell(LOSSLESS, MacControl.MAX_QUANTA);

        assertHeld(() -> tell(LOSSLESS, 0));
        assertThat(b.memory().mismatch(a.memory())).isEqualTo(-1);
        assertThat(a.count(Counter.RETRANSMITTED_PKTS)).isZero();
    }

    /** As the commands open them. */
    @Test
    void shouldDoAsThePortsAreOpened() throws Exception {
        ContextAttr attr = ContextAttr.builder().backend("raw").build();
        FlowControl flow = FlowControl.pfc(LOSSLESS).at(SLOW);
        a = new BackendEnd(link.first(() -> Ports.open(ONE, attr, PortExtras.NONE.with(flow))));
        b = new BackendEnd(link.second(() -> Ports.open(OTHER, attr, PortExtras.NONE.with(flow))));
        a.fill(1);
        BackendEnd.connect(a, b, new QpAttr(), LOSSLESS);

        tell(LOSSLESS, MacControl.MAX_QUANTA);

        assertHeld(() -> tell(LOSSLESS, 0));
    }

    @Test
    void shouldGoOnWithTheOtherPriorities() throws Exception {
        open(GidType.ROCE_V2, FlowControl.pfc(0, LOSSLESS).at(SLOW), 0);

        tell(LOSSLESS, MacControl.MAX_QUANTA);
        write();

        assertThat(b.memory().mismatch(a.memory())).isEqualTo(-1);
    }

    @Test
    void shouldHoldWholeFramesOfThePausedPriorityAlone() throws Exception {
        open(GidType.ROCE_V2, FlowControl.pfc(0, LOSSLESS).at(SLOW), 0);
        FrameEnd frames = new FrameEnd(a.context);
        FrameEnd.Station tagged = frames.station();
        FrameEnd.Station untagged = frames.station();
        TestFrames frame = new TestFrames();
        tell(LOSSLESS, MacControl.MAX_QUANTA);

        assertThat(untagged.send(frame.plain())).isEqualTo(WcStatus.SUCCESS);
        frame.tag = LOSSLESS << 13;
        SendWr held = new SendWr().sendFlags(SendFlags.SIGNALED);
        tagged.qp.postSend(held.inlineData(MemorySegment.ofArray(frame.plain())));
        takeTurns();
        assertThat(tagged.isSent()).isFalse();
        tell(LOSSLESS, 0);

        Endpoint.await(tagged::isSent, "the frame");
    }

    @Test
    void shouldGoOnWhenTheTimeIsOver() throws Exception {
        open(GidType.ROCE_V2, FlowControl.pfc(LOSSLESS).at(SLOW), LOSSLESS);
        long start = System.nanoTime();

        tell(LOSSLESS, 200);
        write();

        assertThat(System.nanoTime() - start).isGreaterThan(200 * 512 * 1000L);
    }

    @Test
    void shouldObeyPauseAndNoPfcUnlessToldTo() throws Exception {
        open(GidType.ROCE_V2, FlowControl.DEFAULT.at(SLOW), LOSSLESS);

        tell(LOSSLESS, MacControl.MAX_QUANTA);
        write();
        tellAll(MacControl.MAX_QUANTA);

        assertHeld(() -> tellAll(0));
    }

    /** Nobody can seal a pause; who asks for pauses trusts the cable. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldNotBeStoppedByStrangersWhereItsPacketsAreSealed(boolean asksForPauses)
            throws Exception {
        FramePortConfig.Builder config = FramePortConfig.builder(ONE);
        FlowControl flow = asksForPauses ? FlowControl.pause() : FlowControl.DEFAULT;
        TlsProtection protection =
                new TlsProtection(
                        ProtectionConfig.builder(
                                        PskCredentials.of(TestKeys.key(1)),
                                        () -> new JcaSource(Security.getProvider("SunJCE")))
                                .build());
        a =
                new BackendEnd(
                        link.first(() ->
                                RawPort.open(
                                        config.flowControl(flow)
                                                .withProtection(protection)
                                                .build())));
        b = new BackendEnd(link.second(() -> RawPort.open(FramePortConfig.builder(OTHER).build())));
        Counter counted = asksForPauses ? Counter.RX_PAUSE_CTRL_PHY : Counter.DROPPED_NOT_PROTECTED;
        Counter other = asksForPauses ? Counter.DROPPED_NOT_PROTECTED : Counter.RX_PAUSE_CTRL_PHY;
        ByteBuffer frame = ByteBuffer.allocate(MacControl.FRAME_LENGTH);
        Pause.write(
                frame, MacControl.startFrame(frame, 0, 0x0200_0000_0001L), MacControl.MAX_QUANTA);

        assertThat(new ControlFrames(neighbour).send(frame)).isTrue();

        Endpoint.await(() -> a.count(counted) == 1, "the pause");
        assertThat(a.count(other)).isZero();
    }

    /** Virtual ones always say 10 Gbit/s. */
    @Test
    void shouldKnowTheSpeedOfTheInterface() throws Exception {
        open(GidType.ROCE_V2, FlowControl.DEFAULT, 0);

        assertThat(link.second(() -> LinkSpeed.of("eth0"))).isEqualTo(10_000_000_000L);
        assertThat(link.second(() -> LinkSpeed.of("none"))).isEqualTo(LinkSpeed.UNTOLD);
    }

    /** Returns how many packets had to be sent again. */
    private long lossWith(FlowControl flow) throws Exception {
        // more in flight than the receiver has room for
        EngineConfig engine = EngineConfig.builder().maxInFlightBytes(64 << 20).build();
        FramePortConfig one =
                FramePortConfig.builder(ONE)
                        .gidType(GidType.ROCE_V1)
                        .engine(engine)
                        .flowControl(flow)
                        .build();
        FramePortConfig other =
                FramePortConfig.builder(OTHER)
                        .gidType(GidType.ROCE_V1)
                        .bufferBytes(32 << 20)
                        .inbound(new SlowStage())
                        .flowControl(flow)
                        .build();
        open(one, other, LOSSLESS);
        for (int i = 0; i < 16; i++) {
            a.post(a.request(WrOpcode.RDMA_WRITE, b, 0, BackendEnd.MEMORY));
        }
        for (int i = 0; i < 16; i++) {
            assertThat(a.await().status()).isEqualTo(WcStatus.SUCCESS);
        }
        assertThat(b.memory().mismatch(a.memory())).isEqualTo(-1);
        return a.count(Counter.RETRANSMITTED_PKTS);
    }

    /** Takes 20 µs and more for each packet. */
    private static final class SlowStage implements InboundStage {
        private record Held(ByteBuf packet, Object source) {}

        private final ArrayDeque<Held> held = new ArrayDeque<>();

        @Override
        public void offer(ByteBuf packet, Object source, long nowNs) {
            LockSupport.parkNanos(20_000);
            held.addLast(new Held(packet, source));
        }

        @Override
        public long poll(long nowNs, Delivery delivery) {
            while (!held.isEmpty()) {
                Held next = held.pollFirst();
                delivery.deliver(next.packet(), next.source());
            }
            return NEVER;
        }

        @Override
        public void close() {
            held.forEach(one -> one.packet().release());
        }
    }

    @Test
    void shouldLoseNothingAtASlowReceiver() throws Exception {
        assertThat(lossWith(FlowControl.pfc(LOSSLESS).at(PATIENT))).isZero();
        assertThat(b.count(Counter.TX_PAUSE_CTRL_PHY)).isPositive();
        assertThat(a.count(Counter.RX_PAUSE_CTRL_PHY)).isPositive();
    }

    @Test
    @Tag("oracle")
    void shouldSendFramesThatTsharkReads(@TempDir Path folder) throws Exception {
        PacketSocket watch =
                link.first(() ->
                        new PacketSocket(
                                Link.of(ONE).orElseThrow().index(),
                                FrameFilter.of(
                                        FrameFilter.matches(
                                                List.of(ONE), 1, EtherType.MAC_CONTROL)),
                                1 << 22));
        assertThat(lossWith(FlowControl.pfc(LOSSLESS).at(PATIENT))).isZero();
        Path file = folder.resolve("pfc.pcap");
        try (watch;
                PcapWriter writer = PcapWriter.create(file, LinkType.ETHERNET)) {
            record(watch, writer);
        }

        List<String> frames = tshark(file);

        assertThat(frames).hasSizeGreaterThan(1);
        assertThat(frames.getFirst()).isEqualTo("01:80:c2:00:00:01|60|0x0101|0x0008|65535||");
        assertThat(frames.getLast()).isEqualTo("01:80:c2:00:00:01|60|0x0101|0x0008|0||");
    }

    private static void record(PacketSocket watch, PcapWriter writer) throws IOException {
        try (FrameReader reader = new FrameReader(watch)) {
            for (int count = reader.read(); count > 0; count = reader.read()) {
                for (int i = 0; i < count; i++) {
                    int length = reader.length(i) - VirtioHeader.LENGTH;
                    ByteBuffer frame = ByteBuffer.allocate(length);
                    reader.buffer(i).getBytes(VirtioHeader.LENGTH, frame);
                    writer.write(i, frame.flip());
                }
            }
        }
    }

    private static List<String> tshark(Path file) throws Exception {
        List<String> command =
                new ArrayList<>(List.of("tshark", "-r", file.toString(), "-T", "fields"));
        command.addAll(List.of("-E", "separator=|"));
        for (String field :
                List.of(
                        "eth.dst",
                        "frame.len",
                        "macc.opcode",
                        "macc.cbfc.enbv",
                        "macc.cbfc.pause_time.c3",
                        "macc.dst_address_invalid",
                        "_ws.malformed")) {
            command.add("-e");
            command.add(field);
        }
        return Tshark.lines(command);
    }

    @Test
    void shouldLoseNothingAtASlowReceiverWithPlainPause() throws Exception {
        assertThat(lossWith(FlowControl.pause().at(PATIENT))).isZero();
        assertThat(b.count(Counter.TX_PAUSE_CTRL_PHY)).isPositive();
    }

    @Test
    void shouldLosePacketsAtASlowReceiverWithoutPauses() throws Exception {
        assertThat(lossWith(FlowControl.DEFAULT)).isPositive();
        assertThat(b.count(Counter.TX_PAUSE_CTRL_PHY)).isZero();
    }
}
