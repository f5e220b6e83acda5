package org.urdma4j.simulation.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.urdma4j.codec.pcap.LinkType;
import org.urdma4j.codec.pcap.PcapWriter;

import java.io.OutputStream;
import java.nio.channels.Channels;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.HexFormat;

/** A seed is a run: the same packets with the same bytes at the same times. */
class TrafficDeterminismTest {
    @ParameterizedTest
    @ValueSource(longs = {3, 4, 5})
    void shouldSendTheSamePacketsForTheSameSeed(long seed) throws Exception {
        String first = captureDigest(seed);

        assertThat(captureDigest(seed)).isEqualTo(first);
        assertThat(captureDigest(seed + 1)).isNotEqualTo(first);
    }

    private static String captureDigest(long seed) throws Exception {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        var out = new DigestOutputStream(OutputStream.nullOutputStream(), digest);
        try (PcapWriter writer = new PcapWriter(Channels.newChannel(out), LinkType.ETHERNET)) {
            TrafficRun run = new TrafficRun(TrafficConfig.random(seed));
            run.capture(writer);
            run.run();
        }
        return HexFormat.of().formatHex(digest.digest());
    }
}
