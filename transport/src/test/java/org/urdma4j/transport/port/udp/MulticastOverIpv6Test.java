package org.urdma4j.transport.port.udp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.urdma4j.transport.port.BackendEnd;
import org.urdma4j.transport.port.raw.UserNamespace;
import org.urdma4j.verbs.AhAttr;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.GlobalRoute;
import org.urdma4j.verbs.IoTransport;
import org.urdma4j.verbs.QpAttrs;
import org.urdma4j.verbs.QpType;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.SendWr;
import org.urdma4j.verbs.WorkCompletion;

import java.net.InetAddress;

/** Groups of IPv6, which the loopback interface has none of. */
@Tag("userns")
@Timeout(60)
class MulticastOverIpv6Test {
    private static final String INTERFACE =
            "ip link set lo up && ip link add eth7 type veth peer name eth8"
                    + " && ip link set eth8 up && ip link set eth7 up"
                    + " && ip addr add fd99::1/64 dev eth7 nodad && exec ";

    @BeforeAll
    static void canMakeNamespaces() throws Exception {
        UserNamespace.require();
        String refused = UserNamespace.run(INTERFACE + "true");
        if (!refused.isEmpty()) {
            System.out.println("Skipped: no interface has IPv6 here: " + refused);
            abort("IPv6");
        }
    }

    /** Sends itself datagrams by groups; prints what came. */
    public static void main(String[] groups) throws InterruptedException {
        for (IoTransport how : new IoTransport[] {IoTransport.EPOLL, IoTransport.NIO}) {
            UdpPortConfig config =
                    UdpPortConfig.builder(InetAddress.ofLiteral("fd99::1"))
                            .ioTransport(how)
                            .build();
            try (BackendEnd end = new BackendEnd(UdpPort.open(config), QpType.UD)) {
                QpAttrs.activate(end.qp, 1, 0);
                for (String text : groups) {
                    Gid group = Gid.parse(text);
                    end.qp.attachMulticast(group);
                    end.receive(1, 0, 8192);
                    AhAttr way = new AhAttr(GlobalRoute.to(group, 0), 0, 1);
                    end.post(
                            new SendWr()
                                    .ud(
                                            end.qp.protectionDomain().createAh(way),
                                            QueuePair.MULTICAST_QPN,
                                            1)
                                    .addSge(end.region.sge(10_000, 500)));
                    WorkCompletion got = end.await();
                    System.out.println(how + " " + group + " " + got.byteLen());
                }
            }
        }
    }

    @Test
    void shouldGoByGroupsOfALinkAndBeyond() throws Exception {
        String program = UserNamespace.java(MulticastOverIpv6Test.class, "ff02::123", "ff0e::1:2");
        assertThat(UserNamespace.run(INTERFACE + program))
                .contains("epoll ff02::123 540", "epoll ff0e::1:2 540")
                .contains("nio ff02::123 540", "nio ff0e::1:2 540")
                .doesNotContain("failed");
    }
}
