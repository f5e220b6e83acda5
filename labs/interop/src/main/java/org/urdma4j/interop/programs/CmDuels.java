package org.urdma4j.interop.programs;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Programs that meet through the connection manager: rping, ucmatose and mckey of librdmacm. */
final class CmDuels {
    static final String LISTENS = "/bin/rdma resource show cm_id | grep -q LISTEN";

    private static final String PINGS = "rping of librdmacm, %d pings of 1000 bytes";
    private static final String GROUPS =
            "mckey of librdmacm, 10 datagrams of 1000 bytes to a group";
    private static final String CONNECTIONS = "ucmatose of librdmacm, 10 connections";

    private CmDuels() {}

    static List<ProgramCase> all() {
        List<ProgramCase> all = new ArrayList<>();
        for (String suffix : new String[] {"", "6"}) {
            add(all, "rping", PINGS.formatted(100), net -> rping(net, 100, suffix), suffix);
            add(all, "ucmatose", CONNECTIONS, net -> ucmatose(net, suffix), suffix);
            add(all, "lr2-rping", PINGS.formatted(20), net -> rping(net, 20, suffix), suffix);
        }
        all.add(
                new ProgramCase(
                        "mckey",
                        GROUPS,
                        "urdma4j sends",
                        "4",
                        net -> mckey(net).weAsk(net, "address")));
        all.add(
                new ProgramCase(
                        "mckey",
                        GROUPS,
                        "rxe sends",
                        "4",
                        net -> mckey(net).theyAsk(net, "guest")));
        return all;
    }

    private static Duel rping(ProgramNet net, int pings, String suffix) {
        String own = net.of("address" + suffix);
        String guest = net.of("guest" + suffix);
        return new Duel(
                new Duel.Theirs(
                        "rping -s -V -C %d -S 1000 -a %s".formatted(pings, guest),
                        "rping -c -V -C %d -S 1000 -a".formatted(pings),
                        LISTENS),
                new Duel.Ours(
                        List.of("rping", "-s", "-d", "-S", "1000", "-a", own),
                        List.of("rping", "-c", "-V", "-C", "" + pings, "-S", "1000", "-a"),
                        program -> program.awaitWord("listening")),
                said -> TcpDuels.lineWith(said, "pings of"));
    }

    private static Duel ucmatose(ProgramNet net, String suffix) {
        String own = net.of("address" + suffix);
        String guest = net.of("guest" + suffix);
        return new Duel(
                new Duel.Theirs("ucmatose -c 10 -b " + guest, "ucmatose -c 10 -s", LISTENS),
                new Duel.Ours(
                        List.of("ucmatose", "-c", "10", "-b", own),
                        List.of("ucmatose", "-c", "10", "-s"),
                        OurProgram::awaitDevice),
                said -> TcpDuels.lineWith(said, "connections"));
    }

    /** The client sends, and is told its own address. */
    private static Duel mckey(ProgramNet net) {
        String options = " -m 239.7.7.1 -C 10 -S 1000 -b ";
        return new Duel(
                new Duel.Theirs(
                        "mckey" + options + net.of("guest"),
                        "mckey -s" + options.stripTrailing(),
                        "grep -q 010707EF /proc/net/igmp"),
                new Duel.Ours(
                        List.of(("mckey" + options + net.of("address")).split(" ")),
                        List.of(("mckey -s" + options.stripTrailing()).split(" ")),
                        program -> program.awaitWord("receiving")),
                said -> TcpDuels.lineWith(said, "transfers"));
    }

    private static void add(
            List<ProgramCase> all,
            String name,
            String about,
            Function<ProgramNet, Duel> duel,
            String suffix) {
        String ip = suffix.isEmpty() ? "4" : "6";
        all.add(
                new ProgramCase(
                        name,
                        about,
                        "urdma4j asks",
                        ip,
                        net -> duel.apply(net).weAsk(net, "guest" + suffix)));
        all.add(
                new ProgramCase(
                        name,
                        about,
                        "rxe asks",
                        ip,
                        net -> duel.apply(net).theyAsk(net, "address" + suffix)));
    }
}
