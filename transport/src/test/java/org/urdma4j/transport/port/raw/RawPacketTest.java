package org.urdma4j.transport.port.raw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.port.frame.FramePortConfig;
import org.urdma4j.transport.port.udp.Endpoint;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.Flow;
import org.urdma4j.verbs.FlowAttr;
import org.urdma4j.verbs.FlowAttrType;
import org.urdma4j.verbs.FlowEthFilter;
import org.urdma4j.verbs.FlowFlags;
import org.urdma4j.verbs.FlowSpec;
import org.urdma4j.verbs.FlowSpecEth;
import org.urdma4j.verbs.PostStatus;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.SendFlags;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.WcOpcode;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WorkCompletion;
import org.urdma4j.verbs.WrOpcode;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/** Queue pairs of whole frames at both ends of a pair of virtual interfaces. */
@Tag("netns")
class RawPacketTest {
    private static final int MTU = 9000;
    private static final FlowSpec EXPERIMENTS =
            new FlowSpecEth(
                    FlowEthFilter.NONE.etherType(TestFrames.EXPERIMENT),
                    FlowEthFilter.NONE.etherType(0xffff));

    private VethPair link;
    private FrameEnd a;
    private FrameEnd b;

    @BeforeEach
    void join() throws Exception {
        link = VethPair.make(MTU);
        a = new FrameEnd(link.first(() -> open(1)));
        b = new FrameEnd(link.second(() -> open(2)));
    }

    private static RawPort open(int end) {
        return RawPort.open(FramePortConfig.builder(VethPair.address(true, end)).build());
    }

    @AfterEach
    void leave() {
        a.close();
        b.close();
        link.close();
    }

    private static byte[] frame(int fill) {
        TestFrames frame = new TestFrames();
        frame.fill = (byte) fill;
        return frame.plain();
    }

    @Test
    void shouldExchangeWholeFrames() throws Exception {
        FrameEnd.Station here = a.station().receiving();
        FrameEnd.Station there = b.station().receiving();
        here.steer(0, EXPERIMENTS);
        there.steer(0, EXPERIMENTS);

        for (int i = 0; i < 200; i++) {
            assertThat(here.send(frame(i))).isEqualTo(WcStatus.SUCCESS);
            assertThat(there.take()).isEqualTo(frame(i));
            assertThat(there.send(frame(i + 1))).isEqualTo(WcStatus.SUCCESS);
            assertThat(here.take()).isEqualTo(frame(i + 1));
        }
    }

    @Test
    void shouldSendInlineData() throws Exception {
        FrameEnd.Station there = b.station().receiving();
        there.steer(0, EXPERIMENTS);

        SendWr wr = new SendWr().inlineData(MemorySegment.ofArray(frame(7)));
        WcStatus done = a.station().send(wr.sendFlags(SendFlags.SIGNALED));

        assertThat(done).isEqualTo(WcStatus.SUCCESS);
        assertThat(there.take()).isEqualTo(frame(7));
    }

    @ParameterizedTest
    @ValueSource(ints = {14, 15, 59, 60, MTU + 14})
    void shouldSendFramesOfAnyLengthThatFits(int length) throws Exception {
        FrameEnd.Station there = b.station().receiving();
        there.steer(0, EXPERIMENTS);
        byte[] frame = Arrays.copyOf(frame(3), length);

        assertThat(a.station().send(frame)).isEqualTo(WcStatus.SUCCESS);

        assertThat(there.take()).isEqualTo(frame);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 13, MTU + 15, MTU + 19, 16 << 10})
    void shouldRefuseFramesOfOtherLengths(int length) throws Exception {
        FrameEnd.Station here = a.station();

        assertThat(here.send(Arrays.copyOf(frame(3), length))).isEqualTo(WcStatus.LOC_LEN_ERR);

        assertThat(here.qp.state()).isEqualTo(QpState.SQE);
        here.qp.modify(new QpAttr().qpState(QpState.RTS));
        assertThat(here.send(frame(4))).isEqualTo(WcStatus.SUCCESS);
    }

    @Test
    void shouldSendFramesLongerByATag() throws Exception {
        FrameEnd.Station there = b.station().receiving();
        there.steer(0, EXPERIMENTS);
        TestFrames tagged = new TestFrames();
        tagged.tag = 0x6005;
        byte[] frame = Arrays.copyOf(tagged.plain(), MTU + 18);

        assertThat(a.station().send(frame)).isEqualTo(WcStatus.SUCCESS);

        assertThat(there.take()).isEqualTo(frame);
    }

    @Test
    void shouldDropWhatFindsNoReceive() throws Exception {
        FrameEnd.Station there = b.station();
        there.steer(0, EXPERIMENTS);
        FrameEnd.Station here = a.station();

        here.send(frame(1));
        Endpoint.await(() -> b.count(Counter.DROPPED_NO_RECEIVE) == 1, "the drop");
        there.receiving();
        here.send(frame(2));

        assertThat(there.take()).isEqualTo(frame(2));
    }

    @Test
    void shouldEndWhenAFrameIsLongerThanItsReceive() throws Exception {
        FrameEnd.Station there = b.station(50);
        org.urdma4j.verbs.QpAttrs.activate(there.qp);
        there.receiving();
        there.steer(0, EXPERIMENTS);

        a.station().send(frame(1));

        assertThat(there.await().status()).isEqualTo(WcStatus.LOC_LEN_ERR);
        assertThat(there.await().status()).isEqualTo(WcStatus.WR_FLUSH_ERR);
        Endpoint.await(() -> there.qp.state() == QpState.ERR, "the error state");
    }

    @Test
    void shouldTakeFramesWhenItIsReadyToReceive() throws Exception {
        FrameEnd.Station there = b.station(1000);
        FrameEnd.Station here = a.station();
        Flow early = there.steer(0, EXPERIMENTS);
        there.qp.modify(new QpAttr().qpState(QpState.INIT).portNum(1));
        there.receiving();
        here.send(frame(1));
        Endpoint.await(() -> b.count(Counter.DROPPED_QP_STATE) == 1, "the drop");

        there.qp.modify(new QpAttr().qpState(QpState.RTR));
        here.send(frame(2));

        assertThat(there.take()).isEqualTo(frame(2));
        assertThat(there.qp.postSend(new SendWr())).isEqualTo(PostStatus.INVALID_STATE);
        assertThat(early.qp()).isSameAs(there.qp);
    }

    @Test
    void shouldCompleteAFrameAsAReceive() throws Exception {
        FrameEnd.Station there = b.station().receiving();
        there.steer(0, EXPERIMENTS);

        a.station().send(frame(1));

        WorkCompletion done = there.await();
        assertThat(done.opcode()).isEqualTo(WcOpcode.RECV);
        assertThat(done.byteLen()).isEqualTo(frame(1).length);
        assertThat(done.qpNum()).isEqualTo(there.qp.qpNum());
        assertThat(done.wcFlags()).isZero();
    }

    @Test
    void shouldRefuseWhatFramesCanNot() {
        FrameEnd.Station here = a.station();

        for (WrOpcode opcode : WrOpcode.values()) {
            if (opcode != WrOpcode.SEND) {
                assertThat(here.qp.postSend(new SendWr().opcode(opcode)))
                        .as(opcode.name())
                        .isEqualTo(PostStatus.INVALID_REQUEST);
            }
        }
        assertThat(here.qp.postSend(new SendWr().sendFlags(SendFlags.IP_CSUM)))
                .isEqualTo(PostStatus.INVALID_REQUEST);
    }

    @Test
    void shouldRefuseFlowsThatContradictThemselves() {
        FrameEnd.Station here = a.station();

        assertRefused(here, Errno.EINVAL, FlowAttr.builder().portNum(2));
        assertRefused(here, Errno.EINVAL, FlowAttr.builder().spec(EXPERIMENTS).spec(EXPERIMENTS));
        assertRefused(
                here,
                Errno.EINVAL,
                FlowAttr.builder().type(FlowAttrType.SNIFFER).spec(EXPERIMENTS));
        assertRefused(
                here,
                Errno.EINVAL,
                FlowAttr.builder().type(FlowAttrType.ALL_DEFAULT).flags(FlowFlags.DONT_TRAP));
        assertRefused(here, Errno.EOPNOTSUPP, FlowAttr.builder().flags(FlowFlags.EGRESS));
    }

    private static void assertRefused(FrameEnd.Station at, Errno errno, FlowAttr.Builder attr) {
        assertThatThrownBy(() -> at.qp.createFlow(attr.build()))
                .isInstanceOfSatisfying(
                        VerbsException.class, e -> assertThat(e.errno()).isEqualTo(errno));
    }

    @Test
    void shouldSurviveMisuse() throws Exception {
        FrameEnd.Station here = a.station();
        Flow flow = here.steer(0, EXPERIMENTS);
        flow.close();
        flow.close();
        Flow other = here.steer(0, EXPERIMENTS);
        here.qp.close();
        other.close();

        assertThatThrownBy(() -> here.steer(0, EXPERIMENTS))
                .isInstanceOf(IllegalStateException.class);
        FrameEnd.Station many = a.station();
        assertThatThrownBy(
                        () -> {
                            for (int i = 0; i < 5000; i++) {
                                many.steer(i, EXPERIMENTS);
                            }
                        })
                .isInstanceOfSatisfying(
                        VerbsException.class, e -> assertThat(e.errno()).isEqualTo(Errno.ENOMEM));
        many.receiving();
        b.station().send(frame(1));
        assertThat(many.take()).as("those before the last go on").isEqualTo(frame(1));
    }
}
