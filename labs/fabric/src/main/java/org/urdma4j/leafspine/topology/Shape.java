package org.urdma4j.leafspine.topology;

/**
 * A fabric: a leaf for each server, and each leaf joined to each spine.
 *
 * @param servers 2 to 26
 * @param nics of a server, 1 to 64
 * @param linkBps rate of a NIC and of the cable to its leaf, in bit/s, 1 to 800 Gbit/s
 * @param cables from each leaf to each spine, 1 to 16
 * @param uplinkBps rate of each, 1 to 800 Gbit/s
 * @param spines 1 to 16
 * @param delayPs of a cable, in picoseconds
 */
public record Shape(
        int servers, int nics, long linkBps, int cables, long uplinkBps, int spines, long delayPs) {
    /** Of a cable unless it is said: 1 µs. */
    public static final long DELAY_PS = 1_000_000L;

    private static final int MAX_SERVERS = 26;
    private static final int MAX_NICS = 64;
    private static final int MAX_CABLES = 16;
    private static final long LEAST_RATE = 1_000_000_000L;
    private static final long MAX_RATE = 800_000_000_000L;
    private static final double PS_BITS = 8e12;

    public Shape {
        require(servers >= 2 && servers <= MAX_SERVERS, "--servers is 2 to " + MAX_SERVERS);
        require(nics >= 1 && nics <= MAX_NICS, "--nics is 1 to " + MAX_NICS);
        require(linkBps >= LEAST_RATE && linkBps <= MAX_RATE, "--link is 1G to 800G");
        require(
                cables >= 1 && cables <= MAX_CABLES,
                "--uplink has 1 to %d cables".formatted(MAX_CABLES));
        require(uplinkBps >= LEAST_RATE && uplinkBps <= MAX_RATE, "--uplink is 1G to 800G");
        require(spines >= 1 && spines <= MAX_CABLES, "--spines is 1 to " + MAX_CABLES);
    }

    private static void require(boolean valid, String message) {
        if (!valid) {
            throw new IllegalArgumentException(message);
        }
    }

    public Shape withSpines(int other) {
        return new Shape(servers, nics, linkBps, cables, uplinkBps, other, delayPs);
    }

    public int ranks() {
        return servers * nics;
    }

    public int uplinks() {
        return spines * cables;
    }

    /** Returns what leaves have upwards, as a multiple of what they have downwards. */
    public double speedUp() {
        return (double) uplinks() * uplinkBps / ((double) nics * linkBps);
    }

    /** Returns the name of a leaf: A and so on. */
    public static String leaf(int server) {
        return String.valueOf((char) ('A' + server));
    }

    /** Returns the name of an uplink, such as {@code }: leaf, spine, cable. */
    public String uplink(int server, int spine, int cable) {
        return "%s-%d.%d".formatted(leaf(server), spine + 1, cable + 1);
    }

    /**
     * Sees whether there is such an uplink.
     *
     * @throws IllegalArgumentException if not
     */
    public void requireUplink(String name) {
        for (int server = 0; server < servers; server++) {
            for (int at = 0; at < uplinks(); at++) {
                if (uplink(server, at / cables, at % cables).equals(name)) {
                    return;
                }
            }
        }
        throw new IllegalArgumentException(
                "--fail: there is no uplink %s; they are %s to %s"
                        .formatted(
                                name,
                                uplink(0, 0, 0),
                                uplink(servers - 1, spines - 1, cables - 1)));
    }

    /** Returns how long a packet is under way on an empty path between servers. */
    public long oneWayPs(int bytes) {
        double ends = 2 * PS_BITS * bytes / linkBps;
        double middle = 2 * PS_BITS * bytes / uplinkBps;
        return 4 * delayPs + Math.round(ends + middle);
    }
}
