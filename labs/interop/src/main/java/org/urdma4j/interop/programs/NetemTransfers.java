package org.urdma4j.interop.programs;

import org.urdma4j.interop.guest.GuestShell;

import java.io.IOException;
import java.util.List;

/** Our two ends with the router between them, whose netem loses and delays. */
final class NetemTransfers {
    private static final int PORT = 4791;
    private static final int PATIENCE_S = 90;
    private static final String NETEM = "delay 10ms loss 1% limit 20000";

    private NetemTransfers() {}

    static List<ProgramCase> all() {
        return List.of(
                new ProgramCase(
                        "netem-urdma",
                        "64 MiB of the URDMA profile, every byte checked, over 20 ms and 1 % loss",
                        "urdma4j both",
                        "4",
                        NetemTransfers::run));
    }

    private static String run(ProgramNet net) throws IOException, InterruptedException {
        try (GuestShell router = net.router()) {
            var _ = router.run(onBoth("replace", " netem " + NETEM), PATIENCE_S * 1000);
            try {
                return transfer(net);
            } finally {
                var _ = router.run(onBoth("delete", ""), PATIENCE_S * 1000);
            }
        }
    }

    private static String onBoth(String action, String what) {
        return "for card in eth0 eth1; do /bin/tc qdisc %s dev $card root%s; done"
                .formatted(action, what);
    }

    private static String transfer(ProgramNet net) throws IOException, InterruptedException {
        String server = net.of("address");
        try (OurProgram one = net.urdma(List.of("bench", "server", "--once", "-B", server))) {
            one.awaitListening(PORT);
            try (OurProgram other =
                    net.farUrdma(
                            List.of(
                                    "bench",
                                    "client",
                                    "--profile",
                                    "urdma",
                                    "--verify",
                                    "-n",
                                    "64M",
                                    "-i",
                                    "0",
                                    "-B",
                                    net.of("far_address"),
                                    server))) {
                List<String> said = other.finish(PATIENCE_S);
                var _ = one.finish(PATIENCE_S);
                return TcpDuels.lineWith(said, "received ");
            }
        }
    }
}
