package org.urdma4j.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

class QpAttrsTest {
    private static final Gid LOCAL = Gid.parse("10.0.0.1");
    private static final QpEndpoint HERE = new QpEndpoint(0x11, 0xabcdef, LOCAL);
    private static final QpEndpoint THERE = new QpEndpoint(0x22, 0x123456, Gid.parse("10.0.0.2"));

    private final List<QpAttr> moves = new ArrayList<>();
    private QpType type = QpType.RC;
    private int deviceRdAtomic = 128;

    /** What the test needs of a context; called by name. */
    @SuppressWarnings("unused") // by Fakes
    private final class FakeContext {
        DeviceAttr queryDevice() {
            return new DeviceAttr(
                    "",
                    0,
                    0,
                    0,
                    0,
                    0,
                    2,
                    0,
                    0,
                    0,
                    0,
                    0,
                    0,
                    0,
                    0,
                    0,
                    deviceRdAtomic,
                    0,
                    deviceRdAtomic - 1,
                    AtomicCap.HCA,
                    0,
                    0,
                    0,
                    0,
                    0,
                    0,
                    0,
                    0);
        }

        PortAttr queryPort(int portNum) {
            Mtu active = portNum == 1 ? Mtu.MTU_1024 : Mtu.MTU_2048;
            return new PortAttr(
                    PortState.ACTIVE,
                    Mtu.MTU_4096,
                    active,
                    4,
                    1L << 31,
                    1,
                    LinkLayer.ETHERNET,
                    0,
                    0);
        }

        List<GidEntry> queryGidTable() {
            return List.of(
                    new GidEntry(Gid.parse("fe80::1"), 0, 1, GidType.ROCE_V2, 3),
                    new GidEntry(LOCAL, 1, 1, GidType.ROCE_V1, 3),
                    new GidEntry(LOCAL, 2, 1, GidType.ROCE_V2, 3),
                    new GidEntry(LOCAL, 3, 1, GidType.ROCE_V1, 3),
                    new GidEntry(LOCAL, 0, 2, GidType.ROCE_V1, 4));
        }
    }

    /** What the test needs of a protection domain; called by name. */
    @SuppressWarnings("unused") // by Fakes
    private final class FakeDomain {
        Context context() {
            return Fakes.as(Context.class, new FakeContext());
        }
    }

    /** What the test needs of a queue pair; called by name. */
    @SuppressWarnings("unused") // by Fakes
    private final class FakeQueuePair {
        int qpNum() {
            return 0x11;
        }

        QpType qpType() {
            return type;
        }

        ProtectionDomain protectionDomain() {
            return Fakes.as(ProtectionDomain.class, new FakeDomain());
        }

        void modify(QpAttr attr, int attrMask) {
            assertThat(attrMask).isEqualTo(attr.mask());
            moves.add(attr);
        }
    }

    private final QueuePair qp = Fakes.as(QueuePair.class, new FakeQueuePair());

    private static final int INIT =
            QpAttrMask.STATE | QpAttrMask.PKEY_INDEX | QpAttrMask.PORT | QpAttrMask.ACCESS_FLAGS;
    private static final int UC_RTR =
            QpAttrMask.STATE
                    | QpAttrMask.AV
                    | QpAttrMask.PATH_MTU
                    | QpAttrMask.DEST_QPN
                    | QpAttrMask.RQ_PSN;
    private static final int RC_RTR =
            UC_RTR | QpAttrMask.MAX_DEST_RD_ATOMIC | QpAttrMask.MIN_RNR_TIMER;
    private static final int UC_RTS = QpAttrMask.STATE | QpAttrMask.SQ_PSN;
    private static final int RC_RTS =
            UC_RTS
                    | QpAttrMask.TIMEOUT
                    | QpAttrMask.RETRY_CNT
                    | QpAttrMask.RNR_RETRY
                    | QpAttrMask.MAX_QP_RD_ATOMIC;

    @Test
    void shouldConnectWithWhatTheManualPageRequires() {
        QpAttrs.connect(qp, HERE, THERE, new QpAttr());

        assertThat(moves).extracting(QpAttr::mask).containsExactly(INIT, RC_RTR, RC_RTS);
        assertThat(moves)
                .extracting(QpAttr::toString)
                .containsExactly(
                        "QpAttr[qpState=INIT, qpAccessFlags=0, pkeyIndex=0, portNum=1]",
                        "QpAttr[qpState=RTR, pathMtu=MTU_1024, rqPsn=0x123456, destQpNum=0x22,"
                                + " ahAttr=AhAttr[grh=GlobalRoute[dgid=::ffff:10.0.0.2,"
                                + " flowLabel=0, sgidIndex=2, hopLimit=64, trafficClass=0], sl=0,"
                                + " portNum=1, udpPort=0], maxDestRdAtomic=16, minRnrTimer=12]",
                        "QpAttr[qpState=RTS, sqPsn=0xabcdef, maxRdAtomic=16, timeout=14,"
                                + " retryCnt=7, rnrRetry=7]");
    }

    @Test
    void shouldConnectUcWithLess() {
        type = QpType.UC;

        QpAttrs.connect(qp, HERE, THERE, new QpAttr().rateLimit(1_000_000));

        assertThat(moves)
                .extracting(QpAttr::mask)
                .containsExactly(INIT, UC_RTR, UC_RTS | QpAttrMask.RATE_LIMIT);
    }

    @Test
    void shouldPutEachOptionIntoItsMove() {
        AhAttr ah = new AhAttr(GlobalRoute.to(THERE.gid(), 0), 3, 2);
        QpAttr options =
                new QpAttr()
                        .portNum(2)
                        .pkeyIndex(1)
                        .qpAccessFlags(AccessFlags.REMOTE_WRITE)
                        .ahAttr(ah)
                        .pathMtu(Mtu.MTU_4096)
                        .maxDestRdAtomic(1)
                        .minRnrTimer(20)
                        .timeout(18)
                        .retryCnt(3)
                        .rnrRetry(2)
                        .maxRdAtomic(4)
                        .rateLimit(5_000_000);

        QpAttrs.connect(qp, HERE, THERE, options);

        assertThat(moves)
                .extracting(QpAttr::toString)
                .containsExactly(
                        "QpAttr[qpState=INIT, qpAccessFlags=REMOTE_WRITE, pkeyIndex=1, portNum=2]",
                        "QpAttr[qpState=RTR, pathMtu=MTU_4096, rqPsn=0x123456, destQpNum=0x22,"
                                + " ahAttr="
                                + ah
                                + ", maxDestRdAtomic=1, minRnrTimer=20]",
                        "QpAttr[qpState=RTS, sqPsn=0xabcdef, maxRdAtomic=4, timeout=18,"
                                + " retryCnt=3, rnrRetry=2, rateLimit=5000000]");
    }

    @Test
    void shouldUseTheGidTableAndMtuOfThePort() {
        QpAttrs.connect(qp, HERE, THERE, new QpAttr().portNum(2));

        assertThat(moves.get(1).pathMtu()).isSameAs(Mtu.MTU_2048);
        assertThat(moves.get(1).ahAttr())
                .isEqualTo(new AhAttr(GlobalRoute.to(THERE.gid(), 0), 0, 2));
    }

    @Test
    void shouldNotAskForMoreAtomicsThanTheDeviceCanDo() {
        deviceRdAtomic = 4;

        QpAttrs.connect(qp, HERE, THERE, new QpAttr());

        assertThat(moves.get(1).maxDestRdAtomic()).isEqualTo(4);
        assertThat(moves.get(2).maxRdAtomic()).isEqualTo(3);
    }

    @Test
    void shouldRefuseOptionsThatDoNotBelongThere() {
        assertThatThrownBy(() -> QpAttrs.connect(qp, HERE, THERE, new QpAttr().qkey(1).sqPsn(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("QKEY|SQ_PSN");
        type = QpType.UC;
        assertThatThrownBy(() -> QpAttrs.connect(qp, HERE, THERE, new QpAttr().timeout(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("TIMEOUT");
        type = QpType.UD;
        assertThatThrownBy(() -> QpAttrs.connect(qp, HERE, THERE, new QpAttr()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("UD");
        assertThat(moves).isEmpty();
    }

    @Test
    void shouldSayWhenOurAddressIsNotInTheTable() {
        QpEndpoint elsewhere = new QpEndpoint(0x11, 0, Gid.parse("10.9.9.9"));

        assertThatThrownBy(() -> QpAttrs.connect(qp, elsewhere, THERE, new QpAttr()))
                .isInstanceOf(VerbsException.class)
                .hasMessageContaining("::ffff:10.9.9.9")
                .hasMessageContaining("port 1")
                .extracting(e -> ((VerbsException) e).errno())
                .isEqualTo(Errno.ENOENT);
        assertThat(moves).isEmpty();
    }

    @Test
    void shouldChooseAnotherFirstSequenceNumberEachTime() {
        List<QpEndpoint> endpoints = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            endpoints.add(QpEndpoint.local(qp, LOCAL));
        }

        assertThat(endpoints).allMatch(e -> e.qpn() == 0x11 && e.gid().equals(LOCAL));
        assertThat(endpoints.stream().mapToInt(QpEndpoint::psn).distinct().count())
                .isGreaterThan(95);
        assertThat(endpoints.stream().mapToInt(QpEndpoint::psn).max().orElseThrow())
                .isGreaterThan(1 << 23);
    }
}
