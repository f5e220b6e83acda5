package org.urdma4j.transport.urdma.path;

import org.urdma4j.codec.urdma.PathsPacket;
import org.urdma4j.transport.qp.PathFinder;
import org.urdma4j.transport.qp.QpContext;
import org.urdma4j.transport.urdma.report.SendBudget;
import org.urdma4j.transport.wire.Route;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.UrdmaPaths;
import org.urdma4j.verbs.UrdmaRail;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The addresses that the peer says it has, and which rails follow from them: those that the
 * application asked for, or else the n-th address of a family here with the n-th there.
 */
final class PeerAddresses {
    private final QpContext qp;
    private final PathFinder pathFinder;
    private final UrdmaPaths settings;
    private final PathTable table;
    private final SendBudget lanes;
    private final List<Announced> announced = new ArrayList<>();
    private int number;

    PeerAddresses(QpContext qp, UrdmaPaths settings, PathTable table, SendBudget lanes) {
        this.qp = qp;
        this.pathFinder = qp.pathFinder;
        this.settings = settings;
        this.table = table;
        this.lanes = lanes;
    }

    void clear() {
        announced.clear();
        number = 0;
    }

    /** Returns the number of the list that was taken, 0 before the first. */
    int number() {
        return number;
    }

    /** Returns whether a packet comes from one of them. */
    boolean isFrom(Object source) {
        for (int i = 0; i < announced.size(); i++) {
            if (announced.get(i).isFrom(source)) {
                return true;
            }
        }
        return false;
    }

    /** Takes a list, unless it was taken before. */
    void take(ByteBuffer b, int at, long nowNs) {
        int given = PathsPacket.number(b, at);
        if (given == number) {
            return;
        }
        number = given;
        announced.clear();
        for (int i = 0; i < PathsPacket.count(b, at); i++) {
            Gid gid = new Gid(PathsPacket.gidHigh(b, at, i), PathsPacket.gidLow(b, at, i));
            announced.add(new Announced(gid, anyWay(gid)));
        }
        if (!settings.enabled() || qp.remoteGid == null) {
            return;
        }
        if (settings.rails().isEmpty()) {
            pair(nowNs);
        } else {
            settings.rails().forEach(rail -> choose(rail, nowNs));
        }
    }

    private Route anyWay(Gid gid) {
        List<Gid> own = pathFinder.own();
        for (int i = 0; i < own.size(); i++) {
            if (own.get(i).isIpv4Mapped() == gid.isIpv4Mapped()) {
                Route route = pathFinder.way(i, gid, 0);
                if (route != null) {
                    return route;
                }
            }
        }
        return null;
    }

    private void choose(UrdmaRail asked, long nowNs) {
        if (table.find(asked.local(), asked.remote()) != null) {
            return;
        }
        int index = pathFinder.own().indexOf(asked.local());
        Rail rail = new Rail(asked.local(), asked.remote(), lanes.newLane());
        if (index < 0) {
            rail.refused = "not ours";
            table.rails.add(rail);
        } else if (announced.stream().noneMatch(each -> each.gid().equals(asked.remote()))) {
            rail.refused = "not announced";
            table.rails.add(rail);
        } else {
            table.add(rail, index, nowNs);
        }
    }

    /** Pairs addresses by their order within a family, those of the first rail left out. */
    private void pair(long nowNs) {
        pair(true, nowNs);
        pair(false, nowNs);
    }

    private void pair(boolean ipv4, long nowNs) {
        Rail first = table.rails.getFirst();
        List<Gid> here = others(pathFinder.own(), first.local, ipv4);
        List<Gid> there =
                others(announced.stream().map(Announced::gid).toList(), first.remote, ipv4);
        int count = Math.min(here.size(), there.size());
        for (int i = 0; i < count && table.rails.size() < UrdmaPaths.MOST_RAILS; i++) {
            if (table.find(here.get(i), there.get(i)) == null) {
                Rail rail = new Rail(here.get(i), there.get(i), lanes.newLane());
                table.add(rail, pathFinder.own().indexOf(here.get(i)), nowNs);
            }
        }
    }

    private static List<Gid> others(List<Gid> all, Gid one, boolean ipv4) {
        return all.stream().filter(gid -> gid.isIpv4Mapped() == ipv4 && !gid.equals(one)).toList();
    }
}
