package org.urdma4j.transport.port.frame;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.urdma4j.codec.net.Encapsulation;
import org.urdma4j.codec.net.Ipv4;
import org.urdma4j.codec.net.Ipv6;
import org.urdma4j.transport.counter.Counters;
import org.urdma4j.transport.memory.PayloadMover;
import org.urdma4j.transport.port.pipeline.OutboundRun;
import org.urdma4j.transport.wire.TransmitBatch;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.GidType;
import org.urdma4j.verbs.GlobalRoute;

import java.nio.ByteBuffer;

/** What the headers of a way say of congestion marks, in each encapsulation. */
class RouteMarksTest {
    private static final int BYTES = 64;

    private final TransmitBatch batch = new TransmitBatch(1000, 4, PayloadMover.COPYING);
    private final EmbeddedChannel channel =
            new EmbeddedChannel(new NetworkHandler(NetworkHandler.EVERYBODY, new Counters(), 4));

    private static FrameRoute route(GidType type, String from, String to, int trafficClass) {
        GlobalRoute way = new GlobalRoute(Gid.parse(to), 0x54321, 0, 64, trafficClass);
        return new FrameRoutes(1, 1500, 11, true).to(type, Gid.parse(from), way, 0, 7, () -> 2);
    }

    private OutboundFrames send(FrameRoute route) {
        batch.clear();
        int at = batch.begin(route);
        batch.end(at + BYTES - TransmitBatch.ICRC_LENGTH, BYTES);
        OutboundRun run = new OutboundRun();
        run.begin(batch, false, 1);
        channel.writeOutbound(run);
        return channel.readOutbound();
    }

    /** Traffic class 0 stands for the port's DSCP, 11. */
    @ParameterizedTest
    @CsvSource({
        "ROCE_V2,192.0.2.1,192.0.2.2,0,44,46",
        "ROCE_V2,192.0.2.1,192.0.2.2,184,184,186",
        "ROCE_V2,192.0.2.1,192.0.2.2,185,185,185",
        "ROCE_V2,192.0.2.1,192.0.2.2,186,186,186",
        "ROCE_V2,2001:db8::1,2001:db8::2,0,44,46",
        "ROCE_V2,2001:db8::1,2001:db8::2,185,185,185",
        "ROCE_V1,2001:db8::1,2001:db8::2,184,184,186",
        "ROCE_V1,192.0.2.1,192.0.2.2,255,255,255"
    })
    void shouldBeCapableOnceMarksAreAllowed(
            GidType type, String from, String to, int asked, int before, int after) {
        FrameRoute route = route(type, from, to, asked);

        assertHeader(send(route), route.encapsulation(), before);
        route.allowMarks();
        assertHeader(send(route), route.encapsulation(), after);
    }

    private static void assertHeader(OutboundFrames frames, Encapsulation kind, int expected) {
        ByteBuffer b = frames.headers();
        int at = frames.headerOffset(0);
        if (kind == Encapsulation.ROCE_V2_IPV4) {
            assertThat(Ipv4.tos(b, at)).isEqualTo(expected);
            assertThat(Ipv4.checksum(b, at)).isEqualTo(Ipv4.computeChecksum(b, at));
        } else {
            assertThat(Ipv6.version(b, at)).isEqualTo(6);
            assertThat(Ipv6.trafficClass(b, at)).isEqualTo(expected);
            assertThat(Ipv6.flowLabel(b, at)).isEqualTo(0x54321);
        }
    }
}
