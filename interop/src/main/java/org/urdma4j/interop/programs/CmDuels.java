package org.urdma4j.interop.programs;

import java.util.ArrayList;
import java.util.List;

/** Programs that meet through the connection manager: rping and ucmatose of librdmacm. */
final class CmDuels {
    private static final String LISTENS = "/bin/rdma resource show cm_id | grep -q LISTEN";

    private CmDuels() {}

    static List<ProgramCase> all() {
        List<ProgramCase> all = new ArrayList<>();
        for (String suffix : new String[] {"", "6"}) {
            add(all, "rping", "rping of librdmacm, 100 pings of 1000 bytes", rping(suffix), suffix);
            add(all, "ucmatose", "ucmatose of librdmacm, 10 connections", ucmatose(suffix), suffix);
        }
        return all;
    }

    private static Duel rping(String suffix) {
        String own = suffix.isEmpty() ? "10.77.0.254" : "fd77::fe";
        String guest = suffix.isEmpty() ? "10.77.0.1" : "fd77::1";
        return new Duel(
                new Duel.Theirs(
                        "rping -s -V -C 100 -S 1000 -a " + guest,
                        "rping -c -V -C 100 -S 1000 -a",
                        LISTENS),
                new Duel.Ours(
                        List.of("rping", "-s", "-d", "-S", "1000", "-a", own),
                        List.of("rping", "-c", "-V", "-C", "100", "-S", "1000", "-a"),
                        program -> program.awaitWord("listening")),
                said -> TcpDuels.lineWith(said, "pings of"));
    }

    private static Duel ucmatose(String suffix) {
        String own = suffix.isEmpty() ? "10.77.0.254" : "fd77::fe";
        String guest = suffix.isEmpty() ? "10.77.0.1" : "fd77::1";
        return new Duel(
                new Duel.Theirs("ucmatose -c 10 -b " + guest, "ucmatose -c 10 -s", LISTENS),
                new Duel.Ours(
                        List.of("ucmatose", "-c", "10", "-b", own),
                        List.of("ucmatose", "-c", "10", "-s"),
                        OurProgram::awaitDevice),
                said -> TcpDuels.lineWith(said, "connections"));
    }

    private static void add(
            List<ProgramCase> all, String name, String about, Duel duel, String suffix) {
        String ip = suffix.isEmpty() ? "4" : "6";
        all.add(
                new ProgramCase(
                        name, about, "urdma4j asks", ip, net -> duel.weAsk(net, "guest" + suffix)));
        all.add(
                new ProgramCase(
                        name, about, "rxe asks", ip, net -> duel.theyAsk(net, "address" + suffix)));
    }
}
