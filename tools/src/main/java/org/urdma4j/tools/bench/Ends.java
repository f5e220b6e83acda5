package org.urdma4j.tools.bench;

import org.urdma4j.bench.net.measure.TrafficEnds;
import org.urdma4j.bench.net.spec.Protocol;
import org.urdma4j.bench.net.tcp.TcpTraffic;
import org.urdma4j.bench.net.verbs.VerbsEnds;

/** Opens the traffic ends of the protocol that a run asks for. */
final class Ends {
    private Ends() {}

    static TrafficEnds all() {
        TrafficEnds verbs = new VerbsEnds();
        return setup ->
                setup.spec().protocol() == Protocol.TCP
                        ? TcpTraffic.open(setup)
                        : verbs.open(setup);
    }
}
