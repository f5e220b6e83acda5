package org.urdma4j.transport.rdmacm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.urdma4j.transport.port.frame.FramePortConfig;
import org.urdma4j.transport.port.frame.LinkLocal;
import org.urdma4j.transport.port.linux.Link;
import org.urdma4j.transport.port.raw.RawPort;
import org.urdma4j.transport.port.raw.VethPair;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.GidType;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.cm.CmEvent;
import org.urdma4j.verbs.cm.CmEventType;
import org.urdma4j.verbs.cm.CmId;
import org.urdma4j.verbs.cm.ConnParam;

import java.net.Inet6Address;
import java.util.concurrent.Callable;

/** Connections between the addresses that interfaces have by their MAC addresses. */
@Tag("netns")
@Timeout(60)
class LinkLocalConnectTest {
    private VethPair link;

    @BeforeEach
    void join() throws Exception {
        link = VethPair.make(1500);
    }

    @AfterEach
    void leave() {
        link.close();
    }

    /** What is done in the namespace of one end. */
    private interface There {
        <T> T run(Callable<T> work) throws Exception;
    }

    private static CmEnd open(GidType type, There there) throws Exception {
        return there.run(() -> {
            Link eth0 = Link.named("eth0").orElseThrow();
            byte[] gid = LinkLocal.of(eth0.mac()).bytes();
            var local = Inet6Address.getByAddress(null, gid, eth0.index());
            return CmEnd.patient(
                    RawPort.open(FramePortConfig.builder(local).gidType(type).build()));
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"ROCE_V1", "ROCE_V2"})
    void shouldConnectTwoInterfaces(GidType type) throws Exception {
        String quick =
                "a=$(ip -6 addr show dev eth0 scope link | awk '/inet6/ {print $2}')"
                        + " && ip addr del $a dev eth0 && ip addr add $a dev eth0 nodad";
        link.first(quick);
        link.second(quick);
        try (CmEnd client = open(type, link::first);
                CmEnd server = open(type, link::second)) {
            Gid own = client.context.queryGid(1, 0);
            assertThat(own.isLinkLocal()).isTrue();
            server.listen(1);
            CmId id = client.ready(server);
            id.connect(ConnParam.EMPTY);
            CmEvent request = server.await(CmEventType.CONNECT_REQUEST);
            assertThat(Gid.of(request.id().peerAddr().getAddress())).isEqualTo(own);
            server.createQp(request.id());
            request.id().accept(ConnParam.EMPTY);
            client.await(CmEventType.ESTABLISHED);
            server.await(CmEventType.ESTABLISHED);
            assertThat(id.qp().state()).isEqualTo(QpState.RTS);
        }
    }
}
