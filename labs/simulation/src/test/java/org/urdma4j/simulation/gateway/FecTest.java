package org.urdma4j.simulation.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.ib.TransportPacket;
import org.urdma4j.fec.FecMode;
import org.urdma4j.gateway.packet.GatewayConfig;
import org.urdma4j.simulation.host.SimulatedPacket;
import org.urdma4j.simulation.link.LinkConfig;
import org.urdma4j.simulation.link.LinkTap;
import org.urdma4j.simulation.loss.LossSpec;
import org.urdma4j.simulation.loss.Occurrence;
import org.urdma4j.simulation.loss.Script;
import org.urdma4j.transport.counter.Counter;

import java.util.ArrayList;
import java.util.List;

/** Parities between the gateways, over a link with every byte. */
class FecTest {
    private static final int FIRST_PSN = 40;

    private static GatewayConfig protecting(String mode) {
        return LongPath.copying().fec(FecMode.parse(mode)).build();
    }

    /** A script that loses requests by their place in the flow. */
    private static Script<SimulatedPacket> losing(int... lost) {
        Script<SimulatedPacket> script = new Script<>();
        for (int i : lost) {
            int psn = FIRST_PSN + i;
            script.drop(
                    "packet " + i,
                    Occurrence.first(),
                    SimulatedPacket.matching(p -> p.has(Opcode.REQUEST) && p.psn() == psn));
        }
        return script;
    }

    private static LongPath run(String mode, int packets, int... lost) {
        LongPath path = new LongPath(FIRST_PSN, protecting(mode));
        Script<SimulatedPacket> script = losing(lost);
        path.there.script(script);
        path.write(packets);
        path.finish();
        assertThat(script.unfired()).isEmpty();
        assertThat(path.count(Counter.RETRANSMITTED_PKTS)).isZero();
        return path;
    }

    @Test
    void shouldPutTogetherEachSinglePacketWithoutARoundTrip() {
        for (int packets = 1; packets <= 20; packets++) {
            for (int i = 0; i < packets; i++) {
                LongPath path = run("4,1", packets, i);
                String what = "packet %d of %d".formatted(i, packets);
                assertThat(path.right.counters().repaired).as(what).isEqualTo(1);
                assertThat(path.right.counters().wronglyRepaired).as(what).isZero();
                assertThat(path.tookNs()).as(what).isLessThan(3 * LongPath.LONG_NS);
                path.close();
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"'4,4', 3, 4, 5, 6, 4", "'2d:3,4', 0, 1, 2, 7, 4", "'8,2', 2, 3, 9, 11, 1"})
    void shouldPutTogetherBursts(String mode, int a, int b, int c, int d, long repaired) {
        LongPath path = run(mode, 16, a, b, c, d);

        assertThat(path.right.counters().repaired).isEqualTo(repaired);
        assertThat(path.right.counters().wronglyRepaired).isZero();
        path.close();
    }

    @Test
    void acknowledgementsShouldBeProtectedAsWell() {
        LongPath path = new LongPath(FIRST_PSN, protecting("4,1"));
        path.back.script(
                new Script<SimulatedPacket>()
                        .drop(
                                "the only answer",
                                Occurrence.first(),
                                SimulatedPacket.matching(p -> p.has(Opcode.RESPONSE))));
        path.write(3);
        path.finish();

        assertThat(path.left.counters().repaired).isEqualTo(1);
        assertThat(path.tookNs()).isLessThan(3 * LongPath.LONG_NS);
        path.close();
    }

    @Test
    void hostsShouldGetPacketsAsTheirPeersSentThem() {
        List<byte[]> sent = new ArrayList<>();
        List<byte[]> got = new ArrayList<>();
        LongPath path = new LongPath(FIRST_PSN, protecting("4,1"));
        path.out.tap(recording(sent));
        path.in.tap(recording(got));
        path.there.script(losing(2, 9));
        path.write(12);
        path.finish();

        assertThat(got).usingRecursiveFieldByFieldElementComparator().isEqualTo(sent);
        path.close();
    }

    private static LinkTap<SimulatedPacket> recording(List<byte[]> into) {
        return new LinkTap<>() {
            @Override
            public void onTransmit(
                    SimulatedPacket packet, int bytes, long nowNs, long departNs, long queuedNs) {
                TransportPacket view = new TransportPacket();
                SimulatedPacket.VIEW.wrap(packet, view);
                byte[] copy = new byte[view.length()];
                view.buffer().get(0, copy);
                into.add(copy);
            }
        };
    }

    @Test
    void everyByteShouldBeRightWhateverTheLinkDoes() {
        long repaired = 0;
        for (long seed = 1; seed <= 60; seed++) {
            LinkConfig link =
                    LongPath.LONG.toBuilder()
                            .loss(LossSpec.parse(seed % 2 == 0 ? "5%" : "ge:0.02,0.3"))
                            .reorder(0.02, 100_000)
                            .duplicate(0.02)
                            .corrupt(0.01)
                            .build();
            String mode = seed % 3 == 0 ? "2d:4,8" : seed % 3 == 1 ? "4,2" : "8,1";
            LongPath path = new LongPath(seed, protecting(mode), link, link, LongPath.LOCAL);
            path.connect(FIRST_PSN);
            for (int i = 0; i < Requests.PIECES; i++) {
                path.write(32);
            }
            path.finish();
            repaired += path.right.counters().repaired;
            path.close();
        }
        assertThat(repaired).isGreaterThan(500);
    }
}
