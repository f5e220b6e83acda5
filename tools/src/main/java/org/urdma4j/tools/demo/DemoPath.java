package org.urdma4j.tools.demo;

import org.urdma4j.simulation.link.Framing;
import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.simulation.loss.LossSpec;
import org.urdma4j.transport.port.udp.UdpPortConfig;

import java.util.SplittableRandom;

/**
 * What lies between the two devices.
 *
 * @param name for the table
 * @param delayNs added each way
 * @param loss of packets, each way
 */
record DemoPath(String name, long delayNs, LossSpec loss) {
    private static final LossSpec NONE = LossSpec.parse("none");

    static final DemoPath CLEAN = new DemoPath("clean", 0, NONE);

    /**
     * Returns the code of the transport timer: 0.5 s where packets are lost, 1 s where none are. It
     * fires eight times before a connection is given up, and a machine that builds something beside
     * the demo stands still for longer than the path's round trips would ask for.
     */
    int ackTimeout() {
        return impaired() ? 17 : 18;
    }

    private boolean impaired() {
        return delayNs > 0 || loss.meanLoss() > 0;
    }

    /** Returns {@code config} with this path in front of the device. */
    UdpPortConfig before(UdpPortConfig config, SplittableRandom random) {
        if (!impaired()) {
            return config;
        }
        LinkConfig link =
                LinkConfig.builder().framing(Framing.UDP_IPV4).delay(delayNs).loss(loss).build();
        return config.toBuilder().inbound(new LinkStage(link, random)).build();
    }
}
