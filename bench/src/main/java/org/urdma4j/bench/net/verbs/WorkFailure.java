package org.urdma4j.bench.net.verbs;

import org.urdma4j.bench.net.measure.EndSetup;
import org.urdma4j.bench.net.spec.Tuning;
import org.urdma4j.codec.ib.Psn;
import org.urdma4j.verbs.WcStatus;

import java.net.Inet4Address;
import java.net.InetAddress;

/** Says in words why a request failed, and what to look at. */
final class WorkFailure {
    private final EndSetup setup;
    private final int payload;

    /**
     * Creates it for one end.
     *
     * @param payload of a full packet
     */
    WorkFailure(EndSetup setup, int payload) {
        this.setup = setup;
        this.payload = payload;
    }

    /** Returns the line for a completion that is no success. */
    String describe(WcStatus status, Stream stream) {
        String peer = text(setup.remote(), setup.port());
        return switch (status) {
            case RETRY_EXC_ERR ->
                    "no answer from %s %s; %s; is UDP %d open both ways?"
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

    private String acknowledged(Stream stream) {
        long messages = stream.completed();
        if (messages == 0) {
            return "nothing was acknowledged";
        }
        long size = setup.spec().load().size();
        long packets = messages * ((size + payload - 1) / payload);
        return "last acknowledged PSN 0x%06x"
                .formatted(Psn.add(stream.endpoint.psn(), packets - 1));
    }

    static String text(InetAddress address, int port) {
        String host = address.getHostAddress();
        return (address instanceof Inet4Address ? host : "[" + host + "]") + ":" + port;
    }
}
