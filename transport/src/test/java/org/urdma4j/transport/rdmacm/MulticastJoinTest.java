package org.urdma4j.transport.rdmacm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.urdma4j.transport.port.memory.MemoryNetwork;
import org.urdma4j.transport.port.udp.FreePort;
import org.urdma4j.verbs.AddressHandle;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.PostStatus;
import org.urdma4j.verbs.QpInitAttr;
import org.urdma4j.verbs.QpType;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.RecvWr;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.WorkCompletion;
import org.urdma4j.verbs.cm.CmEvent;
import org.urdma4j.verbs.cm.CmEventType;
import org.urdma4j.verbs.cm.CmId;
import org.urdma4j.verbs.cm.CmPortSpace;
import org.urdma4j.verbs.cm.ConnParam;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;

/** Groups that identifiers join, as programs such as rdma-core's mckey do. */
@Timeout(60)
class MulticastJoinTest {
    /** Of every queue pair in this port space (rdma_cm.h). */
    private static final int Q_KEY = 0x01234567;

    private static final InetAddress GROUP = InetAddress.ofLiteral("239.9.8.7");

    private CmEnd one;
    private CmEnd other;

    private void open() {
        InetAddress first = InetAddress.ofLiteral("127.0.0.1");
        InetAddress second = InetAddress.ofLiteral("127.0.0.2");
        int port = FreePort.on(first, second);
        one = CmEnd.onLoopback(first, port);
        other = CmEnd.onLoopback(second, port);
    }

    @AfterEach
    void close() {
        one.close();
        if (other != null) {
            other.close();
        }
    }

    private static CmId resolved(CmEnd end) throws InterruptedException {
        CmId id = end.channel.createId(end.context, CmPortSpace.UDP);
        id.resolveAddr(null, new InetSocketAddress(GROUP, 7174), Duration.ZERO);
        end.await(CmEventType.ADDR_RESOLVED);
        return id;
    }

    private static CmId joined(CmEnd end) throws InterruptedException {
        CmId id = resolved(end);
        id.createQp(end.domain, QpInitAttr.builder().qpType(QpType.UD).cq(end.completions).build());
        id.joinMulticast(GROUP);
        return id;
    }

    @Test
    void shouldTellWhereToSendAndReceiveWhatIsSentThere() throws InterruptedException {
        open();
        CmId receiver = joined(one);
        CmEvent event = one.await(CmEventType.MULTICAST_JOIN);
        assertThat(event.id()).isEqualTo(receiver);
        RecvWr receive = new RecvWr().addSge(one.region.sge(0, 4096));
        assertThat(receiver.qp().postRecv(receive)).isEqualTo(PostStatus.OK);

        CmId sender = joined(other);
        CmEvent to = other.await(CmEventType.MULTICAST_JOIN);
        assertThat(to.ud().ahAttr().grh().dgid()).isEqualTo(Gid.of(GROUP));
        assertThat(to.ud().qpNum()).isEqualTo(0xffffff);
        assertThat(to.ud().qkey()).isEqualTo(Q_KEY);
        AddressHandle ah = other.domain.createAh(to.ud().ahAttr());
        SendWr wr = new SendWr().ud(ah, to.ud().qpNum(), to.ud().qkey());
        sender.qp().postSend(wr.addSge(other.region.sge(0, 64)));
        WorkCompletion[] got = WorkCompletion.array(1);
        while (one.completions.poll(got) == 0) {
            Thread.sleep(1); // ends when the test is interrupted
        }
        assertThat(got[0].srcQp()).isEqualTo(sender.qp().qpNum());
        assertThat(got[0].byteLen()).isEqualTo(40 + 64);
    }

    @Test
    void shouldLeaveOnceAndForAll() throws InterruptedException {
        open();
        CmId id = joined(one);
        one.await(CmEventType.MULTICAST_JOIN);
        id.joinMulticast(GROUP);
        one.await(CmEventType.MULTICAST_JOIN);
        QueuePair qp = id.qp();
        id.leaveMulticast(GROUP);
        assertThatThrownBy(() -> qp.detachMulticast(Gid.of(GROUP)))
                .isInstanceOf(VerbsException.class)
                .hasMessageContaining("isn't attached");
        assertThatThrownBy(() -> id.leaveMulticast(GROUP))
                .isInstanceOf(VerbsException.class)
                .hasMessageContaining("isn't joined");
    }

    @Test
    void shouldLeaveTheQueuePairOfAProgramToTheProgram() throws InterruptedException {
        open();
        CmId id = resolved(one);
        InetAddress ipv6 = InetAddress.ofLiteral("ff0e::1");
        assertThatThrownBy(() -> id.joinMulticast(ipv6))
                .isInstanceOf(VerbsException.class)
                .hasMessageContaining("of the same family");
        assertThatThrownBy(() -> id.leaveMulticast(ipv6)).hasMessageContaining("isn't joined");
        id.joinMulticast(GROUP);
        one.await(CmEventType.MULTICAST_JOIN);
        id.leaveMulticast(GROUP);
        id.close();
    }

    @Test
    void shouldRefuseWhatIsNoGroupOrNoDatagrams() throws InterruptedException {
        open();
        CmId unbound = one.channel.createId(one.context, CmPortSpace.UDP);
        assertThatThrownBy(() -> unbound.joinMulticast(GROUP))
                .isInstanceOf(VerbsException.class)
                .hasMessageContaining("call bindAddr");
        CmId connection = one.createId();
        assertThatThrownBy(() -> connection.joinMulticast(GROUP))
                .isInstanceOf(VerbsException.class)
                .hasMessageContaining("port space UDP, not TCP");
        CmId id = joined(one);
        one.await(CmEventType.MULTICAST_JOIN);
        assertThatThrownBy(() -> id.joinMulticast(InetAddress.ofLiteral("127.0.0.1")))
                .isInstanceOf(VerbsException.class)
                .hasMessageContaining("no multicast address");
        id.resolveRoute(Duration.ZERO);
        one.await(CmEventType.ROUTE_RESOLVED);
        assertThatThrownBy(() -> id.connect(ConnParam.EMPTY))
                .isInstanceOf(VerbsException.class)
                .hasMessageContaining("a group isn't connected to");
    }

    @Test
    void shouldSayWhereThereIsNoMulticast() {
        one = CmEnd.inMemory(new MemoryNetwork("groups"), "192.0.2.1");
        CmId id = one.channel.createId(one.context, CmPortSpace.UDP);
        id.bindAddr(one.at(7174));
        assertThatThrownBy(() -> id.joinMulticast(GROUP))
                .isInstanceOf(VerbsException.class)
                .hasMessageContaining("multicast is not supported by this backend");
        assertThatThrownBy(
                        () -> id.resolveAddr(null, new InetSocketAddress(GROUP, 1), Duration.ZERO))
                .isInstanceOf(VerbsException.class)
                .hasMessageContaining("multicast is not supported by this backend");
    }
}
