package org.urdma4j.leafspine.balance;

import org.urdma4j.leafspine.net.Packet;
import org.urdma4j.leafspine.net.Port;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Cables of a switch that lead to where a packet goes. Those that its ends have seen die are left
 * out.
 */
public final class CableGroup {
    private final Port[] all;
    private final Balancer data;
    private final Balancer rest;
    private final boolean[] seenDead;
    private Port[] live;

    /**
     * @param all cables
     * @param data chooses for packets of data
     * @param rest chooses for the others: by a hash, so that they stay in order
     */
    public CableGroup(Port[] all, Balancer data, Balancer rest) {
        this.all = all.clone();
        this.live = this.all;
        this.seenDead = new boolean[all.length];
        this.data = data;
        this.rest = rest;
    }

    /**
     * Returns the port that a packet is to leave by.
     *
     * @param wanted the place of the cable that the packet names, used while that lives; -1: none
     */
    public int choose(Packet packet, int wanted) {
        if (wanted >= 0 && !seenDead[wanted]) {
            return all[wanted].number();
        }
        Balancer by = packet.isData() ? data : rest;
        return live[by.choose(packet, live)].number();
    }

    /** Looks which cables live; if none does, all are tried. */
    public void look() {
        Port[] left = Arrays.stream(all).filter(port -> !port.isDown()).toArray(Port[]::new);
        live = left.length == 0 ? all : left;
        for (int i = 0; i < all.length; i++) {
            seenDead[i] = left.length != 0 && all[i].isDown();
        }
    }

    public int[] places() {
        return IntStream.range(0, all.length).filter(i -> !seenDead[i]).toArray();
    }
}
