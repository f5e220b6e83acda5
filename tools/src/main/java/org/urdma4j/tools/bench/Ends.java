package org.urdma4j.tools.bench;

import org.urdma4j.measure.spec.Protocol;
import org.urdma4j.measure.tcp.TcpTraffic;
import org.urdma4j.measure.traffic.TrafficEnds;
import org.urdma4j.measure.verbs.Backend;
import org.urdma4j.measure.verbs.VerbsEnds;

/** Opens the traffic ends of the protocol that a run asks for. */
final class Ends {
    private Ends() {}

    /**
     * Opens them.
     *
     * @param backend of all but TCP
     */
    static TrafficEnds over(Backend backend) {
        return over(backend, 0);
    }

    /** As above; {@code grantRate} is what the port takes in bit/s, 0 for the speed of its link. */
    static TrafficEnds over(Backend backend, long grantRate) {
        TrafficEnds verbs = new VerbsEnds(backend, grantRate);
        return setup ->
                setup.spec().protocol() == Protocol.TCP
                        ? TcpTraffic.open(setup)
                        : verbs.open(setup);
    }
}
