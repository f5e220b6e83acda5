package org.urdma4j.transport.urdma.path;

import org.urdma4j.codec.urdma.PathWord;
import org.urdma4j.transport.qp.PathFinder;
import org.urdma4j.transport.wire.ReceivedPacket;
import org.urdma4j.transport.wire.Route;
import org.urdma4j.verbs.Gid;

import java.util.ArrayList;
import java.util.List;

/** The rails and paths of a queue pair. Paths are never taken away, so their numbers stay. */
final class PathTable {
    final List<Rail> rails = new ArrayList<>();
    final List<Path> paths = new ArrayList<>();
    private final PathFinder pathFinder;
    private final int entropies;
    private final int firstPpn;

    /** When something last left or came that is no question about paths. */
    long trafficNs = Path.LONG_AGO;

    /** Set when paths that have failed aren't asked for any more, as nothing is under way. */
    boolean asleep;

    /**
     * @param firstPpn number of the first packet of each path
     */
    PathTable(PathFinder pathFinder, int entropies, int firstPpn) {
        this.pathFinder = pathFinder;
        this.entropies = entropies;
        this.firstPpn = firstPpn;
    }

    void clear() {
        rails.clear();
        paths.clear();
        trafficNs = Path.LONG_AGO;
        asleep = false;
    }

    /** Adds the rail of the address vector, whose first path needs no proof. */
    void begin(Rail rail, Route route, int ownIndex) {
        rail.validated = true;
        rails.add(rail);
        Path first = new Path(0, rail, route, PathState.ACTIVE, firstPpn);
        rail.paths.add(first);
        paths.add(first);
        addEntropies(rail, ownIndex, 1);
    }

    /** Adds a rail whose paths are to be probed; if nothing leads there it says so. */
    void add(Rail rail, int ownIndex, long nowNs) {
        rails.add(rail);
        addEntropies(rail, ownIndex, 0);
        rail.paths.forEach(path -> path.challenge.askAt(nowNs));
        if (rail.paths.isEmpty() && rail.refused == null) {
            rail.refused = "no route";
        }
    }

    private void addEntropies(Rail rail, int ownIndex, int from) {
        for (int entropy = from; entropy < entropies; entropy++) {
            if (paths.size() == PathWord.MAX_PATHS) {
                return;
            }
            Route route = pathFinder.way(ownIndex, rail.remote, entropy);
            if (route == null) {
                return;
            }
            Path path = new Path(paths.size(), rail, route, PathState.PROBING, firstPpn);
            rail.paths.add(path);
            paths.add(path);
        }
    }

    /**
     * Something left or came: paths that have failed are asked for again, and those whose last
     * challenge was never answered.
     */
    void onTraffic(long nowNs) {
        trafficNs = nowNs;
        if (asleep) {
            asleep = false;
            for (int i = 0; i < paths.size(); i++) {
                Path path = paths.get(i);
                if (path.state != PathState.ACTIVE || path.challenge.isOpen()) {
                    path.challenge.askAt(nowNs);
                }
            }
        }
    }

    /** The peer is there: paths that nothing has been heard of are challenged from now on. */
    void onHeard(long nowNs) {
        for (int i = 0; i < paths.size(); i++) {
            Path path = paths.get(i);
            if (path.state == PathState.PROBING && !path.challenge.isOpen()) {
                path.challenge.askAt(nowNs);
            }
        }
    }

    /** The peer is at the other end of a rail: which of its paths carry full packets? */
    void askProbing(Rail rail, long nowNs) {
        for (int i = 0; i < rail.paths.size(); i++) {
            Path path = rail.paths.get(i);
            if (path.state == PathState.PROBING) {
                path.challenge.askAt(nowNs);
            }
        }
    }

    /** Returns the path of a number, null if there is none. */
    Path path(int id) {
        return id < paths.size() ? paths.get(id) : null;
    }

    Rail find(Gid own, Gid peer) {
        for (int i = 0; i < rails.size(); i++) {
            Rail rail = rails.get(i);
            if (rail.isBetween(own, peer)) {
                return rail;
            }
        }
        return null;
    }

    /** Returns the rail that a packet came over, null if it is none of them. */
    Rail railOf(ReceivedPacket packet) {
        for (int i = 0; i < rails.size(); i++) {
            Rail rail = rails.get(i);
            if (!rail.paths.isEmpty() && rail.paths.getFirst().route.isFrom(packet.source())) {
                return rail;
            }
        }
        return null;
    }

    /**
     * Returns the next rail after one, in turn, that has ever worked, null if there is none.
     *
     * @param but which it isn't to be
     */
    Rail workedAfter(Rail one, Rail but) {
        int at = rails.indexOf(one);
        for (int i = 1; i <= rails.size(); i++) {
            Rail rail = rails.get((at + i) % rails.size());
            if (rail != but && rail.hasWorked()) {
                return rail;
            }
        }
        return null;
    }

    /** Returns how many rails carry containers. */
    int active() {
        int count = 0;
        for (int i = 0; i < rails.size(); i++) {
            Rail rail = rails.get(i);
            count += rail.isActive() ? 1 : 0;
        }
        return count;
    }

    /** Returns the longest round trip of the rails that carry, in nanoseconds, 0 while unknown. */
    long slowestNs() {
        long slowest = 0;
        for (int i = 0; i < rails.size(); i++) {
            Rail rail = rails.get(i);
            if (rail.isActive()) {
                slowest = Math.max(slowest, rail.roundTripNs());
            }
        }
        return slowest;
    }
}
