package org.urdma4j.simulation.congestion;

import org.urdma4j.simulation.host.DuplexLink;
import org.urdma4j.simulation.host.Peer;
import org.urdma4j.simulation.host.SimulatedHost;
import org.urdma4j.simulation.host.SimulatedNetwork;
import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.simulation.link.LinkConfigBuilder;
import org.urdma4j.simulation.loss.LossSpec;
import org.urdma4j.transport.memory.PayloadMover;
import org.urdma4j.transport.qp.EngineConfig;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.UrdmaPaths;
import org.urdma4j.verbs.UrdmaTuning;

import java.util.ArrayList;
import java.util.List;

/** Two hosts with several links between them in virtual time, and a connection over all. */
final class Rails {
    static final long MS = 1_000_000;
    static final long SECOND = 1_000_000_000;
    static final long GBPS = 1_000_000_000;

    /** Long enough for what is under way on rails of 100 Gbit/s. */
    private static final long MESSAGE = 512L << 20;

    final SimulatedNetwork network;
    final SimulatedHost a;
    final SimulatedHost b;
    final List<DuplexLink> links = new ArrayList<>();

    Rails(long seed, LinkConfig... rails) {
        network = new SimulatedNetwork(seed, PayloadMover.BY_REFERENCE);
        a = network.host("a", EngineConfig.DEFAULT);
        b = network.host("b", EngineConfig.DEFAULT);
        for (int i = 0; i < rails.length; i++) {
            if (i > 0) {
                a.addAddress();
                b.addAddress();
            }
            links.add(network.connect(a, i, b, i, rails[i], rails[i]));
        }
    }

    /** Returns a link of a rate and a round trip that loses this, with a queue of one BDP. */
    static LinkConfig rail(long rate, long rttNs, String loss) {
        LinkConfigBuilder link =
                LinkConfig.builder().rate(rate).delay(rttNs / 2).queue((long) (rate / 8e9 * rttNs));
        return loss.equals("0") ? link.build() : link.loss(LossSpec.parse(loss)).build();
    }

    /** Connects queue pairs that use every address. */
    Bulk connect() {
        return connect(UrdmaTuning.builder().paths(UrdmaPaths.AUTO).build());
    }

    Bulk connect(UrdmaTuning tuning) {
        UrdmaOffer offer =
                UrdmaOffer.builder().payloadBytes(Bulk.PAYLOAD).fec(32).paths(true).build();
        return new Bulk(
                a,
                b,
                new QpAttr().urdmaOffer(offer).urdmaPeerOffer(offer).urdmaTuning(tuning),
                MESSAGE);
    }

    /**
     * Writes messages one after the other; returns the longest of the later half of them, in ms.
     */
    double oneByOne(int bytes, int messages, UrdmaTuning tuning) {
        Peer left = new Peer(a, bytes + 8);
        Peer right = new Peer(b, bytes + 8);
        UrdmaOffer offer =
                UrdmaOffer.builder()
                        .payloadBytes(Bulk.PAYLOAD)
                        .paths(tuning.paths().enabled())
                        .build();
        QpAttr attr = new QpAttr().urdmaOffer(offer).urdmaPeerOffer(offer).urdmaTuning(tuning);
        Peer.connect(left, right, 0, 0, attr);
        long longest = 0;
        for (int i = 0; i < messages; i++) {
            long begin = network.time().nowNs();
            left.post(left.write(right, 0, bytes));
            network.runUntil(() -> left.completions(1), 100 * SECOND);
            left.only();
            if (i >= messages / 2) {
                longest = Math.max(longest, network.time().nowNs() - begin);
            }
        }
        return longest / 1e6;
    }

    /** Returns what arrived over a link so far, in bytes with framing. */
    long delivered(int rail) {
        return links.get(rail).there().counters().deliveredBytes();
    }

    long delivered() {
        long bytes = 0;
        for (int i = 0; i < links.size(); i++) {
            bytes += delivered(i);
        }
        return bytes;
    }

    void run(long ns) {
        network.runUntil(() -> false, ns);
    }

    /** Returns which share of a rate arrived in the next so many nanoseconds. */
    double share(long ns, long rate) {
        long before = delivered();
        run(ns);
        return (delivered() - before) * 8e9 / ns / rate;
    }
}
