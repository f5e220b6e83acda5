package org.urdma4j.interop.programs;

import org.urdma4j.interop.guest.GuestShell;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Programs of two guests that meet through a tunnel: rxe on both sides, and nothing of ours but the
 * tunnel between.
 */
final class TunnelDuels {
    private static final int PATIENCE_MS = 60_000;
    private static final String ROLE = "rxe asks rxe";

    private TunnelDuels() {}

    static List<ProgramCase> all() {
        List<ProgramCase> all = new ArrayList<>();
        add(
                all,
                "tunnel-write-bw",
                "ib_write_bw between two rxe, 100 messages of 64 KiB through a tunnel",
                "4",
                "ib_write_bw -d rxe0 -x 1 -F -s 65536 -n 100",
                "ib_write_bw -d rxe0 -x 1 -F -s 65536 -n 100 %s",
                TcpDuels.LISTENS,
                TcpDuels::bandwidth);
        add(
                all,
                "tunnel-rc-pingpong",
                "ibv_rc_pingpong between two rxe, 100 messages through a tunnel",
                "4",
                "ibv_rc_pingpong -d rxe0 -g 1 -s 4096 -n 100 -e",
                "ibv_rc_pingpong -d rxe0 -g 1 -s 4096 -n 100 -e %s",
                TcpDuels.LISTENS,
                said -> TcpDuels.lineWith(said, "usec/iter"));
        for (String ip : new String[] {"4", "6"}) {
            add(
                    all,
                    "tunnel-rping",
                    "rping of librdmacm between two rxe, 20 pings through a tunnel",
                    ip,
                    "rping -s -V -C 20 -S 1000 -a %s",
                    "rping -c -V -C 20 -S 1000 -a %s",
                    CmDuels.LISTENS,
                    _ -> "");
        }
        return all;
    }

    private static void add(
            List<ProgramCase> all,
            String name,
            String about,
            String ip,
            String server,
            String client,
            String ready,
            Function<List<String>, String> figure) {
        String key = ip.equals("4") ? "guest" : "guest6";
        all.add(
                new ProgramCase(
                        name,
                        about,
                        ROLE,
                        ip,
                        net ->
                                figure.apply(
                                        play(
                                                net,
                                                server.formatted(net.of(key)),
                                                client.formatted(net.of(key)),
                                                ready))));
    }

    private static List<String> play(ProgramNet net, String server, String client, String ready)
            throws IOException {
        try (GuestShell first = net.guest();
                GuestShell other = net.guest();
                GuestShell second = net.second()) {
            first.start("timeout 60 " + server);
            var _ = other.run(Duel.untilReady(ready), PATIENCE_MS);
            List<String> said = second.run("timeout 60 " + client, PATIENCE_MS);
            var _ = first.finish(PATIENCE_MS);
            return said;
        }
    }
}
