package org.urdma4j.measure.verbs;

import org.urdma4j.codec.ib.Psn;
import org.urdma4j.measure.spec.Control;
import org.urdma4j.measure.spec.Tuning;
import org.urdma4j.measure.traffic.EndSetup;
import org.urdma4j.transport.qp.PathStatistics;
import org.urdma4j.verbs.WcStatus;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.Optional;

/** Says in words why a request failed, and what to look at. */
final class WorkFailure {
    private final EndSetup setup;
    private final OpenDevice device;

    WorkFailure(EndSetup setup, OpenDevice device) {
        this.setup = setup;
        this.device = device;
    }

    /** Returns the line for a completion that is no success. */
    String describe(WcStatus status, Stream stream) {
        String peer = text(setup.remote(), setup.port());
        return switch (status) {
            case RETRY_EXC_ERR ->
                    "no answer from %s %s; %sis UDP %d open both ways?"
                            .formatted(peer, tries(), acknowledged(stream), setup.port());
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
    private String smallOnesPass(boolean nothing) {
        boolean managed = setup.spec().tuning().control() == Control.CM;
        return managed && nothing
                ? "small packets pass, so the path may carry less than the interfaces at its ends:"
                        + " try --mtu 1024; if that doesn't help, "
                : "";
    }

    /** Returns what was acknowledged, where the device tells, and what that means. */
    private String acknowledged(Stream stream) {
        Optional<PathStatistics> path = device.path(stream.pair);
        if (path.isEmpty()) {
            return "";
        }
        int next = path.get().unacknowledgedPsn();
        boolean nothing = next == stream.endpoint.psn();
        String newest =
                nothing
                        ? "nothing was acknowledged"
                        : "last acknowledged PSN 0x%06x".formatted(Psn.add(next, -1));
        return newest + "; " + smallOnesPass(nothing);
    }

    static String text(InetAddress address, int port) {
        String host = address.getHostAddress();
        return (address instanceof Inet4Address ? host : "[" + host + "]") + ":" + port;
    }
}
