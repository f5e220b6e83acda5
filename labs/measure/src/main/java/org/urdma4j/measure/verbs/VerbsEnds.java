package org.urdma4j.measure.verbs;

import org.urdma4j.measure.traffic.EndSetup;
import org.urdma4j.measure.traffic.TrafficEnd;
import org.urdma4j.measure.traffic.TrafficEnds;
import org.urdma4j.transport.port.udp.UdpPortConfig;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.VerbsException;

import java.io.IOException;
import java.util.Objects;
import java.util.function.UnaryOperator;

/** Opens RDMA ends; those of one address share a device while they are open. */
public final class VerbsEnds implements TrafficEnds {
    private final SharedDevices devices;
    private final long grantRate;

    /** Opens ends over UDP with the ports' defaults. */
    public VerbsEnds() {
        this(UnaryOperator.identity());
    }

    /**
     * Opens ends over UDP whose ports are configured otherwise.
     *
     * @param config given what a port would be opened with, returns what to open it with
     */
    public VerbsEnds(UnaryOperator<UdpPortConfig> config) {
        this(Backend.udp(config));
    }

    /** Opens ends over some backend. */
    public VerbsEnds(Backend backend) {
        this(backend, 0);
    }

    /**
     * Opens ends over some backend.
     *
     * @param grantRate bit/s that the port takes of all senders, where they are to have grants; 0
     *     for the speed of its link
     */
    public VerbsEnds(Backend backend, long grantRate) {
        devices = new SharedDevices(Objects.requireNonNull(backend, "backend"));
        this.grantRate = grantRate;
    }

    @Override
    public TrafficEnd open(EndSetup setup) throws IOException, InterruptedException {
        try {
            return new VerbsEnd(setup, devices, grantRate);
        } catch (VerbsException e) {
            throw new IOException(hint(setup, e), e);
        }
    }

    private static String hint(EndSetup setup, VerbsException e) {
        return e.errno() == Errno.EADDRINUSE && setup.local().equals(setup.remote())
                ? "both ends have the address %s: give one of them another one of this machine by --bind"
                        .formatted(setup.local().getHostAddress())
                : e.getMessage();
    }
}
