package org.urdma4j.interop.programs;

import org.urdma4j.interop.guest.GuestShell;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Programs of two guests that meet through what is ours between them: rxe on both sides, a tunnel
 * or gateways between.
 */
final class GuestDuels {
    private static final int PATIENCE_MS = 120_000;
    private static final String ROLE = "rxe asks rxe";
    private static final String TUNNEL = "tunnel-";
    private static final String GATEWAYS = "lr2-guests-";

    private GuestDuels() {}

    static List<ProgramCase> all() {
        List<ProgramCase> all = new ArrayList<>();
        addBulk(all, TUNNEL, "ib_write_bw", 1 << 16, 100);
        addMeetings(all, TUNNEL, "a tunnel");
        addBulk(all, GATEWAYS, "ib_write_bw", 1 << 20, 5);
        addBulk(all, GATEWAYS, "ib_read_bw", 1 << 20, 5);
        add(
                all,
                GATEWAYS + "send-lat",
                "ib_send_lat between two rxe, 300 messages of 64 bytes, one at a time",
                "4",
                "ib_send_lat -d rxe0 -x 1 -F -s 64 -n 300",
                "ib_send_lat -d rxe0 -x 1 -F -s 64 -n 300 %s",
                TcpDuels.LISTENS,
                said -> TcpDuels.latency(said, 64));
        addMeetings(all, GATEWAYS, "gateways");
        return all;
    }

    private static void addBulk(
            List<ProgramCase> all, String prefix, String program, int bytes, int count) {
        String server = "%s -d rxe0 -x 1 -F -s %d -n %d".formatted(program, bytes, count);
        add(
                all,
                prefix + program.substring(3).replace('_', '-'),
                "%s between two rxe, %d messages of %d KiB".formatted(program, count, bytes >> 10),
                "4",
                server,
                server + " %s",
                TcpDuels.LISTENS,
                said -> TcpDuels.bandwidth(said, bytes));
    }

    /** Without the connection manager, and with it. */
    private static void addMeetings(List<ProgramCase> all, String prefix, String way) {
        add(
                all,
                prefix + "rc-pingpong",
                "ibv_rc_pingpong between two rxe, 100 messages through " + way,
                "4",
                "ibv_rc_pingpong -d rxe0 -g 1 -s 4096 -n 100 -e",
                "ibv_rc_pingpong -d rxe0 -g 1 -s 4096 -n 100 -e %s",
                TcpDuels.LISTENS,
                said -> TcpDuels.lineWith(said, "usec/iter"));
        for (String ip : new String[] {"4", "6"}) {
            add(
                    all,
                    prefix + "rping",
                    "rping of librdmacm between two rxe, 20 pings through " + way,
                    ip,
                    "rping -s -V -C 20 -S 1000 -a %s",
                    "rping -c -V -C 20 -S 1000 -a %s",
                    CmDuels.LISTENS,
                    _ -> "");
        }
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
            first.start("timeout 120 " + server);
            var _ = other.run(Duel.untilReady(ready), PATIENCE_MS);
            List<String> said = second.run("timeout 120 " + client, PATIENCE_MS);
            var _ = first.finish(PATIENCE_MS);
            return said;
        }
    }
}
