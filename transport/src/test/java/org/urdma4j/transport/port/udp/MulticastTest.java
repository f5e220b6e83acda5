package org.urdma4j.transport.port.udp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.netty.channel.uring.IoUring;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.port.BackendEnd;
import org.urdma4j.transport.shard.MulticastGroups;
import org.urdma4j.verbs.AddressHandle;
import org.urdma4j.verbs.AhAttr;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.GlobalRoute;
import org.urdma4j.verbs.IoTransport;
import org.urdma4j.verbs.PostStatus;
import org.urdma4j.verbs.QpAttrs;
import org.urdma4j.verbs.QpType;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.RecvWr;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.WorkCompletion;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** Multicast groups of UD queue pairs over UDP sockets on loopback. */
class MulticastTest {
    private static final int GRH = 40;
    private static final int QKEY = 0x1111_1111;
    private static final Gid GROUP = Gid.parse("239.1.2.3");

    private final List<BackendEnd> ends = new ArrayList<>();

    private List<BackendEnd> open(IoTransport how, String... addresses) {
        InetAddress[] at = new InetAddress[addresses.length];
        for (int i = 0; i < at.length; i++) {
            at[i] = InetAddress.ofLiteral(addresses[i]);
        }
        int port = FreePort.on(at[0], at[at.length - 1]);
        for (InetAddress address : at) {
            UdpPortConfig config =
                    UdpPortConfig.builder(address).port(port).ioTransport(how).build();
            BackendEnd end = new BackendEnd(UdpPort.open(config), QpType.UD);
            ends.add(end);
            end.fill(ends.size());
            QpAttrs.activate(end.qp, QKEY, 10);
        }
        return ends;
    }

    @AfterEach
    void close() {
        ends.forEach(BackendEnd::close);
    }

    private static void send(BackendEnd from, Gid group, int bytes) {
        AddressHandle ah =
                from.qp.protectionDomain().createAh(new AhAttr(GlobalRoute.to(group, 0), 0, 1));
        from.post(
                new SendWr()
                        .ud(ah, QueuePair.MULTICAST_QPN, QKEY)
                        .addSge(from.region.sge(0, bytes)));
    }

    private static void assertReceived(BackendEnd end, BackendEnd from, int bytes)
            throws InterruptedException {
        WorkCompletion got = end.await();
        assertThat(got.isSuccess()).isTrue();
        assertThat(got.byteLen()).isEqualTo(GRH + bytes);
        assertThat(got.srcQp()).isEqualTo(from.qp.qpNum());
        MemorySegment place = end.memory().asSlice(100_000 + GRH, bytes);
        assertThat(place.mismatch(from.memory().asSlice(0, bytes))).isEqualTo(-1);
    }

    private void attach(Gid group, BackendEnd... some) {
        for (BackendEnd end : some) {
            end.qp.attachMulticast(group);
            end.receive(1, 100_000, 8192);
        }
    }

    @ParameterizedTest
    @EnumSource(IoTransport.class)
    void shouldTakeADatagramToAllThatAreAttached(IoTransport how) throws InterruptedException {
        assumeThat(how != IoTransport.IO_URING || IoUring.isAvailable()).isTrue();
        open(how, "127.0.0.1", "127.0.0.2", "127.0.0.3");
        BackendEnd sender = ends.get(1);
        attach(GROUP, ends.get(0), sender, ends.get(2));
        send(sender, GROUP, 1000);
        for (BackendEnd end : ends) {
            assertReceived(end, sender, 1000); // the sender among them
        }
        assertThat(sender.count(Counter.DROPPED_ICRC)).isZero();
    }

    @Test
    void shouldShowTheGroupAndLeadBackToTheSender() throws InterruptedException {
        open(IoTransport.EPOLL, "127.0.0.1", "127.0.0.2");
        BackendEnd sender = ends.get(0);
        BackendEnd receiver = ends.get(1);
        attach(GROUP, receiver);
        send(sender, GROUP, 10);
        WorkCompletion got = receiver.await();
        MemorySegment header = receiver.memory().asSlice(100_000, GRH);
        // of 127.0.0.1, to 239.1.2.3
        assertThat(HexFormat.of().formatHex(header.toArray(ValueLayout.JAVA_BYTE)))
                .endsWith("7f000001" + "ef010203");
        AhAttr back = receiver.context.initAhFromWc(1, got, header);
        assertThat(back.grh().dgid()).isEqualTo(Gid.parse("127.0.0.1"));
    }

    @Test
    void shouldBeInAGroupOnceHoweverOftenAttached() throws InterruptedException {
        open(IoTransport.EPOLL, "127.0.0.1");
        BackendEnd end = ends.getFirst();
        attach(GROUP, end, end);
        send(end, GROUP, 5);
        assertReceived(end, end, 5);
        end.qp.detachMulticast(GROUP);
        assertThatThrownBy(() -> end.qp.detachMulticast(GROUP))
                .isInstanceOf(VerbsException.class)
                .hasMessageContaining("isn't attached to ::ffff:239.1.2.3");
        end.qp.attachMulticast(GROUP);
        send(end, GROUP, 6);
        assertReceived(end, end, 6);
    }

    @Test
    void shouldHearOfOneGroupAlone() throws InterruptedException {
        open(IoTransport.EPOLL, "127.0.0.1", "127.0.0.2");
        BackendEnd receiver = ends.get(1);
        Gid other = Gid.parse("239.1.2.4");
        attach(GROUP, ends.get(0));
        attach(other, receiver);
        send(ends.get(0), GROUP, 5);
        assertReceived(ends.get(0), ends.get(0), 5);
        send(ends.get(0), other, 7);
        assertReceived(receiver, ends.get(0), 7);
        receiver.qp.detachMulticast(other);
        receiver.receive(2, 100_000, 8192);
        send(ends.get(0), other, 9);
        receiver.qp.attachMulticast(GROUP);
        send(ends.get(0), GROUP, 8);
        assertReceived(receiver, ends.get(0), 8);
    }

    @Test
    void shouldCopyToEachQueuePairOfADevice() throws InterruptedException {
        open(IoTransport.EPOLL, "127.0.0.1");
        BackendEnd end = ends.getFirst();
        QueuePair beside = end.qp.protectionDomain().createQp(end.qp.initAttr());
        QpAttrs.activate(beside, QKEY, 10);
        beside.attachMulticast(GROUP);
        RecvWr receive = new RecvWr().wrId(7).addSge(end.region.sge(200_000, 8192));
        assertThat(beside.postRecv(receive)).isEqualTo(PostStatus.OK);
        attach(GROUP, end);
        send(end, GROUP, 300);
        assertThat(List.of(end.await().qpNum(), end.await().qpNum()))
                .containsExactlyInAnyOrder(end.qp.qpNum(), beside.qpNum());
        MemorySegment sent = end.memory().asSlice(0, 300);
        assertThat(end.memory().asSlice(200_000 + GRH, 300).mismatch(sent)).isEqualTo(-1);
        assertThat(end.memory().asSlice(100_000 + GRH, 300).mismatch(sent)).isEqualTo(-1);
    }

    @Test
    void shouldDropWhatNamesAQueuePairOfAGroupOrAGroupWithoutOne() throws InterruptedException {
        open(IoTransport.EPOLL, "127.0.0.1", "127.0.0.2");
        BackendEnd sender = ends.get(0);
        BackendEnd receiver = ends.get(1);
        attach(GROUP, receiver);
        var domain = sender.qp.protectionDomain();
        AddressHandle one =
                domain.createAh(new AhAttr(GlobalRoute.to(Gid.parse("127.0.0.2"), 0), 0, 1));
        AddressHandle all = domain.createAh(new AhAttr(GlobalRoute.to(GROUP, 0), 0, 1));
        SendWr wr = new SendWr().addSge(sender.region.sge(0, 10));
        sender.post(wr.ud(one, QueuePair.MULTICAST_QPN, QKEY));
        sender.post(wr.ud(one, receiver.qp.qpNum(), QKEY));
        receiver.await();
        assertThat(receiver.count(Counter.DROPPED_UNKNOWN_QP)).isEqualTo(1);

        receiver.receive(2, 100_000, 8192);
        sender.post(wr.ud(all, receiver.qp.qpNum(), QKEY));
        sender.post(wr.ud(all, 1, QKEY));
        sender.post(wr.ud(all, QueuePair.MULTICAST_QPN, QKEY + 1));
        send(sender, GROUP, 11);
        assertReceived(receiver, sender, 11);
        assertThat(receiver.count(Counter.DROPPED_UNKNOWN_QP)).isEqualTo(3);
        assertThat(receiver.count(Counter.DROPPED_QKEY)).isEqualTo(1);
    }

    @Test
    void shouldRefuseWhatIsNoGroup() {
        open(IoTransport.EPOLL, "127.0.0.1");
        QueuePair qp = ends.getFirst().qp;
        assertThatThrownBy(() -> qp.attachMulticast(Gid.parse("127.0.0.1")))
                .isInstanceOf(VerbsException.class)
                .hasMessageContaining("no multicast address");
        assertThatThrownBy(() -> qp.attachMulticast(Gid.parse("ff0e::1")))
                .isInstanceOf(VerbsException.class)
                .hasMessageContaining("which is of another family");
        QueuePair rc = BackendEnd.beside(ends.getFirst()).qp;
        assertThatThrownBy(() -> rc.attachMulticast(GROUP))
                .isInstanceOf(VerbsException.class)
                .hasMessageContaining("UD alone");
    }

    @Test
    void shouldLeaveWithTheQueuePairAndBeInNoMoreGroupsThanItSays() {
        open(IoTransport.EPOLL, "127.0.0.1");
        BackendEnd end = ends.getFirst();
        for (int i = 0; i < MulticastGroups.MOST; i++) {
            end.qp.attachMulticast(Gid.parse("239.2.0." + i));
        }
        QueuePair beside = end.qp.protectionDomain().createQp(end.qp.initAttr());
        beside.attachMulticast(Gid.parse("239.2.0.1"));
        assertThatThrownBy(() -> beside.attachMulticast(GROUP))
                .isInstanceOf(VerbsException.class)
                .hasMessageContaining("in 128 multicast groups");
        end.qp.close();
        beside.attachMulticast(GROUP);
        beside.detachMulticast(Gid.parse("239.2.0.1"));
        beside.close();
    }

    @Test
    void shouldAttachNoMoreQueuePairsThanItSays() {
        open(IoTransport.EPOLL, "127.0.0.1");
        BackendEnd end = ends.getFirst();
        for (int i = 0; i < MulticastGroups.MOST_ATTACHED; i++) {
            end.qp.protectionDomain().createQp(end.qp.initAttr()).attachMulticast(GROUP);
        }
        assertThatThrownBy(() -> end.qp.attachMulticast(GROUP))
                .isInstanceOf(VerbsException.class)
                .hasMessageContaining("64 queue pairs attached");
    }
}
