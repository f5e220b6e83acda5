package org.urdma4j.transport.urdma;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.urdma4j.fixtures.Nightly;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.verbs.CongestionControlType;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.UrdmaTuning;
import org.urdma4j.verbs.WrOpcode;

import java.util.ArrayList;
import java.util.List;

/**
 * Packets in the clear of somebody who sees none of the connection's: a transfer with them goes, to
 * the byte and the nanosecond, as one without. Who knows clocks and numbers as well has no more of
 * it, as the tag is one of 2^32 (SECURITY.md).
 */
class BlindPacketsTest {
    /** To each end; ten millions of them for each of the cells take a minute. */
    private static final int PACKETS =
            Integer.getInteger("urdma.blind.packets", Nightly.times(20_000, 1_000_000));

    private static final long SECOND = 1_000_000_000L;
    private static final int ROUNDS = 50;
    private static final int BYTES = 8000;

    /** What one run came to: every packet that left, and what its applications saw. */
    private record Course(List<String> packets, List<String> completions, long rejected) {}

    @ParameterizedTest
    @CsvSource({
        "plain, false",
        "plain, true",
        "migration, false",
        "migration, true",
        "paths, false",
        "paths, true",
        "fec, false",
        "fec, true",
        "grants, false",
        "grants, true"
    })
    void shouldChangeNothing(String feature, boolean informed) {
        Course alone = course(feature, informed, 0);
        Course beset = course(feature, informed, PACKETS / ROUNDS);

        assertThat(beset.packets).isEqualTo(alone.packets);
        assertThat(beset.completions).isEqualTo(alone.completions);
        assertThat(alone.completions).hasSize(4 * ROUNDS).allMatch(c -> c.endsWith("SUCCESS"));
        assertThat(alone.rejected).isZero();
        assertThat(beset.rejected).isEqualTo(2L * (PACKETS / ROUNDS) * ROUNDS);
    }

    private static QpAttr attr(String feature, int tag) {
        UrdmaOffer mine = offer(feature, tag);
        UrdmaOffer theirs = offer(feature, 0x8000_0000 | Host.RESPONSE_PSN);
        var tuning = UrdmaTuning.builder().congestionControl(CongestionControlType.FIXED);
        if (feature.equals("fec")) {
            tuning.fec("8,2");
        } else if (feature.equals("grants")) {
            tuning.congestionControl(CongestionControlType.GRANTS);
        }
        return Host.attr().urdmaOffer(mine).urdmaPeerOffer(theirs).urdmaTuning(tuning.build());
    }

    private static UrdmaOffer offer(String feature, int tag) {
        return Host.OFFER.toBuilder()
                .verificationTag(tag)
                .migration(feature.equals("migration"))
                .paths(feature.equals("paths"))
                .fec(feature.equals("fec") ? 8 : 0)
                .grants(feature.equals("grants"))
                .build();
    }

    private static Course course(String feature, boolean informed, int strange) {
        Wire wire = new Wire();
        wire.a.clockNs = 1234 * SECOND;
        wire.b.clockNs = 77 * SECOND;
        int tag = 0x8000_0000 | Host.RESPONSE_PSN;
        wire.connect(attr(feature, tag), attr(feature, tag));
        wire.a.fill(0, BYTES);
        wire.b.fill(1 << 19, BYTES);
        Forger forger = new Forger(strange);
        List<String> completions = new ArrayList<>();
        for (int i = 0; i < ROUNDS; i++) {
            transfer(wire, i);
            wire.runFor(2_300_000);
            for (int n = 0; n < strange; n++) {
                deliver(wire, forger, wire.a, informed);
                deliver(wire, forger, wire.b, informed);
            }
            wire.runFor(SECOND / 4);
            completions.addAll(wire.a.sent());
            completions.addAll(wire.b.received());
            assertThat(wire.b.filled(1 << 16, BYTES)).isEqualTo(BYTES);
            assertThat(wire.b.filled(1 << 18, BYTES)).isEqualTo(BYTES);
            assertThat(wire.a.filled(1 << 19, BYTES)).isEqualTo(BYTES);
        }
        List<String> packets = new ArrayList<>();
        wire.fromA.forEach(packet -> packets.add(line("a", packet)));
        wire.fromB.forEach(packet -> packets.add(line("b", packet)));
        return new Course(packets, completions, rejected(wire.a) + rejected(wire.b));
    }

    private static String line(String from, Seen packet) {
        return from + packet.atNs() + " " + packet + " " + packet.bytes().length;
    }

    private static void transfer(Wire wire, int i) {
        Host a = wire.a;
        Host b = wire.b;
        b.memory.asSlice(1 << 16, BYTES).fill((byte) 0);
        b.memory.asSlice(1 << 18, BYTES).fill((byte) 0);
        a.memory.asSlice(1 << 19, BYTES).fill((byte) 0);
        b.receive(i, 1 << 18, BYTES);
        a.post(
                a.request(1, WrOpcode.RDMA_WRITE, 0, BYTES)
                        .rdma(b.address(1 << 16), b.region.rkey()));
        a.post(a.request(2, WrOpcode.SEND, 0, BYTES));
        a.post(
                a.request(3, WrOpcode.RDMA_READ, 1 << 19, BYTES)
                        .rdma(b.address(1 << 19), b.region.rkey()));
    }

    /** Half of them come from the peer's address, as far as their headers say. */
    private static void deliver(Wire wire, Forger forger, Host to, boolean informed) {
        Host peer = to == wire.a ? wire.b : wire.a;
        int qpn = to.qp.qpn();
        byte[] packet = forger.packet(qpn);
        if (informed) {
            int t1 = (int) ((wire.nowNs + peer.clockNs) / 128);
            int tr = (int) ((peer.clockNs - to.clockNs + Wire.DELAY_NS) / 128);
            int psn = peer.qp.path().unacknowledgedPsn();
            packet = forger.informed(qpn, psn, t1, tr);
        }
        wire.deliver(to, packet[packet.length - 1] % 2 == 0 ? peer : new Object(), packet);
    }

    private static long rejected(Host host) {
        return host.count(Counter.DROPPED_WRONG_PEER)
                + host.count(Counter.DROPPED_MALFORMED)
                + host.shard.counters().get(Counter.DROPPED_UNKNOWN_OPCODE);
    }
}
