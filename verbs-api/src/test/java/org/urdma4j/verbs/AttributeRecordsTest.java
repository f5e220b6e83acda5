package org.urdma4j.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.time.Duration;

class AttributeRecordsTest {
    private static final AhAttr AH = new AhAttr(GlobalRoute.to(Gid.ZERO, 0), 0, 1);

    @Test
    void shouldTakeTheWholeRangeOfEachField() {
        assertThatCode(() -> new GlobalRoute(Gid.ZERO, 0xf_ffff, 255, 255, 255))
                .doesNotThrowAnyException();
        assertThatCode(() -> new AhAttr(null, 15, 255)).doesNotThrowAnyException();
        assertThatCode(() -> new QpEndpoint(0xff_ffff, 0xff_ffff, Gid.ZERO))
                .doesNotThrowAnyException();
        assertThatCode(() -> new AlternatePath(AH, 0xffff, 255, 31)).doesNotThrowAnyException();
    }

    @Test
    void shouldNameTheFieldThatIsOutOfRange() {
        refuses(() -> new GlobalRoute(Gid.ZERO, 1 << 20, 0, 0, 0), "flowLabel");
        refuses(() -> new GlobalRoute(Gid.ZERO, 0, 256, 0, 0), "sgidIndex");
        refuses(() -> new GlobalRoute(Gid.ZERO, 0, 0, 256, 0), "hopLimit");
        refuses(() -> new GlobalRoute(Gid.ZERO, 0, 0, 0, 256), "trafficClass");
        refuses(() -> new AhAttr(null, 16, 1), "sl");
        refuses(() -> new AhAttr(null, 0, 0), "portNum");
        refuses(() -> new QpEndpoint(1 << 24, 0, Gid.ZERO), "qpn");
        refuses(() -> new QpEndpoint(0, 1 << 24, Gid.ZERO), "psn");
        refuses(() -> new AlternatePath(AH, 1 << 16, 1, 0), "pkeyIndex");
        refuses(() -> new AlternatePath(AH, 0, 0, 0), "portNum");
        refuses(() -> new AlternatePath(AH, 0, 1, 32), "timeout");
        refuses(() -> new QpCap(-1, 0, 0, 0, 0), "maxSendWr");
        refuses(() -> new QpCap(0, -1, 0, 0, 0), "maxRecvWr");
        refuses(() -> new QpCap(0, 0, -1, 0, 0), "maxSendSge");
        refuses(() -> new QpCap(0, 0, 0, -1, 0), "maxRecvSge");
        refuses(() -> new QpCap(0, 0, 0, 0, -1), "maxInlineData");
        refuses(() -> ContextAttr.builder().eventLoops(0).build(), "eventLoops");
        refuses(() -> busyPoll(Duration.ofNanos(-1)), "busyPoll");
        refuses(() -> busyPoll(Duration.ofNanos(1_000_000_001)), "busyPoll");
        refuses(() -> busyPoll(Duration.ofSeconds(Long.MAX_VALUE)), "busyPoll");
        refuses(() -> ProtectionAttr.of(Path.of("key")).withKeyPort(1 << 16), "keyPort");
    }

    @Test
    void shouldKeepEveryAttributeOfADeviceThroughItsBuilder() {
        ContextAttr attr =
                ContextAttr.builder()
                        .udpPort(1)
                        .socketBufferBytes(2)
                        .payloadBytes(256)
                        .dscp(4)
                        .backend("raw")
                        .gidType(GidType.ROCE_V1)
                        .eventLoops(5)
                        .busyPoll(Duration.ofSeconds(1))
                        .protection(ProtectionAttr.of(Path.of("key")).allowingClear())
                        .build();

        assertThat(attr.toBuilder().build()).isEqualTo(attr);
        assertThat(attr.protection().orElseThrow().required()).isFalse();
    }

    @Test
    void shouldBeGlobalWithARoute() {
        assertThat(AH.isGlobal()).isTrue();
        assertThat(new AhAttr(null, 0, 1).isGlobal()).isFalse();
    }

    private static ContextAttr busyPoll(Duration window) {
        return ContextAttr.builder().busyPoll(window).build();
    }

    private static void refuses(ThrowingCallable call, String field) {
        assertThatThrownBy(call)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(field + " is ");
    }
}
