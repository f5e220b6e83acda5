package org.urdma4j.tools.bench;

import picocli.CommandLine.Option;

import java.util.OptionalInt;

/** The UDP port of a client, which may be another than that of the server. */
final class OwnPortArguments {
    private static final int MAX_PORT = 65_535;

    @Option(
            names = "--udp-port",
            paramLabel = "PORT",
            description =
                    "UDP port of this end; default that of the server. 0 for any, as behind address"
                            + " translation (NAT).")
    private Integer port;

    /**
     * Checks what can be checked without a network.
     *
     * @param udp whether the backend has UDP ports
     * @throws IllegalArgumentException if it is no port, or the backend has one for all
     */
    void check(boolean udp) {
        if (port == null) {
            return;
        }
        if (port < 0 || port > MAX_PORT) {
            throw new IllegalArgumentException(
                    "--udp-port is %d, must be 0 to 65535".formatted(port));
        }
        if (!udp) {
            throw new IllegalArgumentException("--udp-port needs --backend udp");
        }
    }

    /** Returns the port, nothing for that of the server. */
    OptionalInt port(int ofServer) {
        return port == null || port == ofServer ? OptionalInt.empty() : OptionalInt.of(port);
    }
}
