package org.urdma4j.rdmacore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import org.junit.jupiter.api.Test;
import org.urdma4j.verbs.AhAttr;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.GlobalRoute;
import org.urdma4j.verbs.Mtu;
import org.urdma4j.verbs.PathMigState;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpAttrMask;
import org.urdma4j.verbs.QpCap;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.VerbsException;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

class QpAttributesTest {
    private final MemorySegment attr = Arena.ofAuto().allocate(Structs.QP_ATTR.size(), Long.BYTES);

    /** Each with a value that no other has. */
    private static QpAttr all() {
        return new QpAttr()
                .qpState(QpState.RTR)
                .curQpState(QpState.INIT)
                .pathMtu(Mtu.MTU_4096)
                .pathMigState(PathMigState.ARMED)
                .qkey(0x8001_0000)
                .rqPsn(0xff_fff1)
                .sqPsn(0xff_fff2)
                .destQpNum(0xff_fff3)
                .qpAccessFlags(0xf)
                .cap(new QpCap(101, 102, 103, 104, 105))
                .ahAttr(
                        new AhAttr(
                                new GlobalRoute(Gid.parse("fd00::12:34"), 0x12345, 7, 200, 0x2e),
                                6,
                                2))
                .pkeyIndex(0x1234)
                .enSqdAsyncNotify(true)
                .maxRdAtomic(120)
                .maxDestRdAtomic(121)
                .minRnrTimer(29)
                .portNum(3)
                .timeout(30)
                .retryCnt(4)
                .rnrRetry(5)
                .rateLimit(0xffff_fff0L);
    }

    @Test
    void shouldReadWhatItHasWritten() {
        QpAttr all = all();
        QpAttributes.write(all, all.mask(), attr);
        QpAttr read = QpAttributes.read(attr, all.mask());
        assertThat(read.mask()).isEqualTo(all.mask());
        assertThat(read).hasToString(all.toString());
    }

    @Test
    void shouldWriteNothingThatTheMaskDoesNotName() {
        QpAttributes.write(all(), 0, attr);
        assertThat(attr.toArray(JAVA_BYTE)).containsOnly(0);
        QpAttributes.write(all(), QpAttrMask.RETRY_CNT, attr);
        assertThat(attr.get(JAVA_BYTE, Structs.QP_ATTR.at("retry_cnt"))).isEqualTo((byte) 4);
    }

    /** A device fills in nothing before a queue pair has left RESET. */
    @Test
    void shouldLeaveOutWhatADeviceLeavesZeros() {
        QpAttr read = QpAttributes.read(attr, all().mask());
        assertThat(read.qpState()).isEqualTo(QpState.RESET);
        int left = QpAttrMask.PATH_MTU | QpAttrMask.AV | QpAttrMask.PORT;
        assertThat(read.mask()).isEqualTo(all().mask() & ~left);
    }

    @Test
    void shouldRefuseAnotherUdpPort() {
        AhAttr elsewhere = new AhAttr(GlobalRoute.to(Gid.parse("10.0.0.1"), 0), 0, 1, 5000);
        QpAttr route = new QpAttr().ahAttr(elsewhere);
        assertThatThrownBy(() -> QpAttributes.write(route, route.mask(), attr))
                .hasMessageContaining("4791");
    }

    /** As with a peer that makes no offer. */
    @Test
    void shouldWriteNothingOfAnOfferThatComesToStandardRoce() {
        UrdmaOffer offer = UrdmaOffer.builder().fec(4).paths(true).build();
        UrdmaOffer other = new UrdmaOffer(1, 0, 64, 1_000, 0, 4096, 0, UrdmaOffer.NO_LIMIT, 0);
        for (QpAttr offered :
                List.of(
                        new QpAttr().urdmaOffer(offer),
                        new QpAttr().urdmaPeerOffer(offer),
                        new QpAttr().urdmaOffer(offer).urdmaPeerOffer(other))) {
            QpAttributes.write(offered, offered.mask(), attr);
            assertThat(attr.toArray(JAVA_BYTE)).containsOnly(0);
        }
    }

    @Test
    void shouldRefuseOffersThatComeToUrdma() {
        UrdmaOffer offer = UrdmaOffer.builder().verificationTag(1).build();
        QpAttr both = new QpAttr().urdmaOffer(offer).urdmaPeerOffer(UrdmaOffer.DEFAULT);
        assertThatThrownBy(() -> QpAttributes.write(both, both.mask(), attr))
                .isInstanceOfSatisfying(
                        VerbsException.class,
                        e -> assertThat(e.errno()).isEqualTo(Errno.EOPNOTSUPP))
                .hasMessageContaining("leave them out at both ends")
                .hasMessageNotContaining("\n");
    }
}
