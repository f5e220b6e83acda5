package org.urdma4j.interop.programs;

import java.util.ArrayList;
import java.util.List;

/** Programs that meet over TCP port 18515: those of rdma-core and of perftest. */
final class TcpDuels {
    /** In place of a figure. */
    static final String UNMEASURED = "not timed: perftest didn't find out its clock's rate";

    private static final int PORT = 18515;
    static final String LISTENS = "netstat -ltn | grep -q ':%d '".formatted(PORT);

    private TcpDuels() {}

    static List<ProgramCase> all() {
        List<ProgramCase> all = new ArrayList<>();
        for (String type : new String[] {"rc", "uc", "ud"}) {
            pingpong(all, "", type, "4");
            pingpong(all, "", type, "6"); // only their clients connect over IPv6
        }
        pingpong(all, "lr2-", "rc", "4");
        pingpong(all, "lr2-", "rc", "6");
        perftest(all, "write", "");
        perftest(all, "read", " -e");
        perftest(all, "send", " -e");
        return all;
    }

    private static void pingpong(List<ProgramCase> all, String prefix, String type, String ip) {
        String size = type.equals("ud") ? "1024" : "4096";
        String count = prefix.isEmpty() ? "500" : "100"; // each takes a long round trip
        List<String> ours = List.of("pingpong", "--qp", type, "-s", size, "-n", count, "-e");
        String theirs =
                "ibv_%s_pingpong -d rxe0 -g %s -s %s -n %s -e"
                        .formatted(type, ip.equals("4") ? "1" : "2", size, count);
        Duel duel =
                new Duel(
                        new Duel.Theirs(theirs, theirs, LISTENS),
                        new Duel.Ours(ours, ours, program -> program.awaitListening(PORT)),
                        said -> lineWith(said, "usec/iter"));
        add(
                all,
                prefix + type + "-pingpong",
                "ibv_%s_pingpong, %s messages".formatted(type, count),
                ip,
                duel);
    }

    private static void perftest(List<ProgramCase> all, String op, String options) {
        String count = "200";
        List<String> ours = List.of("perftest", "--op", op, "-s", "65536", "-n", count);
        String theirs = "ib_%s_bw -d rxe0 -x 1 -F -s 65536 -n %s%s".formatted(op, count, options);
        Duel duel =
                new Duel(
                        new Duel.Theirs(theirs, theirs, LISTENS),
                        new Duel.Ours(ours, ours, program -> program.awaitListening(PORT)),
                        TcpDuels::bandwidth);
        add(all, op + "-bw", "ib_%s_bw, 200 messages of 64 KiB".formatted(op), "4", duel);
    }

    private static void add(
            List<ProgramCase> all, String name, String about, String ip, Duel duel) {
        boolean ipv4 = ip.equals("4");
        String suffix = ipv4 ? "" : "6";
        if (ipv4) {
            all.add(
                    new ProgramCase(
                            name, about, "urdma4j asks", ip, net -> duel.weAsk(net, "guest")));
        }
        all.add(
                new ProgramCase(
                        name, about, "rxe asks", ip, net -> duel.theyAsk(net, "address" + suffix)));
    }

    static String lineWith(List<String> said, String word) {
        return said.stream().filter(line -> line.contains(word)).findFirst().orElse("").strip();
    }

    /** What perftest's table of bandwidths has for messages of 64 KiB. */
    private static String bandwidth(List<String> said) {
        return bandwidth(said, 1 << 16);
    }

    /** What perftest's table of bandwidths has for messages of a length. */
    static String bandwidth(List<String> said, int bytes) {
        return figure(said, bytes, 3, "MiB/s");
    }

    /** The 99th percentile in perftest's table of latencies, for messages of a length. */
    static String latency(List<String> said, int bytes) {
        return figure(said, bytes, 7, "us in the 99th percentile");
    }

    private static String figure(List<String> said, int bytes, int column, String unit) {
        return said.stream()
                .map(line -> line.strip().split("\\s+", -1))
                .filter(row -> row.length > column && row[0].equals(Integer.toString(bytes)))
                .map(row -> isMeasured(row[column]) ? row[column] + " " + unit : UNMEASURED)
                .findFirst()
                .orElse("");
    }

    /** In a guest whose clock jitters perftest can't tell cycles a second, and takes 0 for them. */
    private static boolean isMeasured(String figure) {
        return figure.matches("\\d+\\.\\d+") && Double.parseDouble(figure) > 0;
    }
}
