package org.urdma4j.transport.rdmacm;

import org.urdma4j.transport.cm.CmConfig;
import org.urdma4j.transport.port.NetworkPort;
import org.urdma4j.transport.port.udp.UdpPort;
import org.urdma4j.transport.port.udp.UdpPortConfig;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.KeepAlive;
import org.urdma4j.verbs.cm.CmEventType;
import org.urdma4j.verbs.cm.CmId;
import org.urdma4j.verbs.cm.ConnParam;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/**
 * A process that accepts a connection, or asks for one, says so in a line, and then does nothing
 * until it is killed. Arguments: own address, UDP port, {@code urdma} or {@code standard}, and the
 * peer's address if it is to ask.
 */
final class Mortal {
    private static final int PEER = 3;

    private Mortal() {}

    /** Opens an end that waits for a process that is just being started. */
    static CmEnd open(String address, int udpPort) {
        NetworkPort port =
                UdpPort.open(
                        UdpPortConfig.builder(InetAddress.ofLiteral(address))
                                .port(udpPort)
                                .build());
        Gid gid = port.address();
        return CmEnd.of(port, new CmConfig(gid, gid.interfaceId(), 17, 15, 22, 14, 64));
    }

    /** Returns what connections with it are made with. */
    static ConnParam param(String profile) {
        return ConnParam.EMPTY
                .urdma(profile.equals("urdma"))
                .keepAlive(KeepAlive.every(Duration.ofMillis(700)));
    }

    /** Runs it. */
    @SuppressWarnings("SystemOut") // what the test waits for
    public static void main(String[] args) throws InterruptedException {
        CmEnd own = open(args[0], Integer.parseInt(args[1]));
        ConnParam param = param(args[2]);
        if (args.length > PEER) {
            CmId id = own.createId();
            id.resolveAddr(
                    null, new InetSocketAddress(args[PEER], CmEnd.PORT), Duration.ofSeconds(10));
            own.await(CmEventType.ADDR_RESOLVED);
            id.resolveRoute(Duration.ofSeconds(10));
            own.await(CmEventType.ROUTE_RESOLVED);
            own.createQp(id);
            id.connect(param);
        } else {
            own.listen(4);
            System.out.println("listening");
            CmId child = own.await(CmEventType.CONNECT_REQUEST).id();
            own.createQp(child);
            child.accept(param);
        }
        own.await(CmEventType.ESTABLISHED);
        System.out.println("connected");
        new CountDownLatch(1).await();
    }
}
