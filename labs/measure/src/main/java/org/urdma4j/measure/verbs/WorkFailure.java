package org.urdma4j.measure.verbs;

import org.urdma4j.codec.ib.Psn;
import org.urdma4j.measure.spec.Control;
import org.urdma4j.measure.spec.Tuning;
import org.urdma4j.measure.traffic.EndSetup;
import org.urdma4j.transport.device.PathQuery;
import org.urdma4j.verbs.WcStatus;

import java.net.Inet4Address;
import java.net.InetAddress;

/** Says in words why a request failed, and what to look at. */
final class WorkFailure {
    private final EndSetup setup;

    WorkFailure(EndSetup setup) {
        this.setup = setup;
    }

    /** Returns the line for a completion that is no success. */
    String describe(WcStatus status, Stream stream) {
        String peer = text(setup.remote(), setup.port());
        return switch (status) {
            case RETRY_EXC_ERR ->
                    "no answer from %s %s; %s; %sis UDP %d open both ways?"
                            .formatted(
                                    peer,
                                    tries(),
                                    acknowledged(stream),
                                    smallOnesPass(stream),
                                    setup.port());
            case RNR_RETRY_EXC_ERR ->
                    "%s posts no receives fast enough: use a smaller --depth".formatted(peer);
            default -> "a request to %s failed: %s".formatted(peer, status.description());
        };
    }

    private String tries() {
        Tuning tuning = setup.spec().tuning();
        return "after %d tries of %.0f ms".formatted(tuning.retry(), tuning.timeoutMs());
    }

    /** The connection manager's packets are small; it got through where there is a connection. */
    private String smallOnesPass(Stream stream) {
        boolean managed = setup.spec().tuning().control() == Control.CM;
        return managed && nothingAcknowledged(stream)
                ? "small packets pass, so the path may carry less than the interfaces at its ends:"
                        + " try --mtu 1024; if that doesn't help, "
                : "";
    }

    private static boolean nothingAcknowledged(Stream stream) {
        return PathQuery.of(stream.pair).unacknowledgedPsn() == stream.endpoint.psn();
    }

    private static String acknowledged(Stream stream) {
        int next = PathQuery.of(stream.pair).unacknowledgedPsn();
        return nothingAcknowledged(stream)
                ? "nothing was acknowledged"
                : "last acknowledged PSN 0x%06x".formatted(Psn.add(next, -1));
    }

    static String text(InetAddress address, int port) {
        String host = address.getHostAddress();
        return (address instanceof Inet4Address ? host : "[" + host + "]") + ":" + port;
    }
}
