package org.urdma4j.codec.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.urdma4j.codec.cm.CmMessage;
import org.urdma4j.codec.cm.OfferPlacement;
import org.urdma4j.codec.cm.PrivateData;
import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.icrc.Icrc;
import org.urdma4j.codec.mad.GsiPacket;
import org.urdma4j.codec.net.Encapsulation;
import org.urdma4j.codec.net.EtherType;
import org.urdma4j.codec.net.Ethernet;
import org.urdma4j.codec.pcap.LinkType;
import org.urdma4j.codec.pcap.PcapWriter;
import org.urdma4j.codec.testing.ExternalTool;
import org.urdma4j.codec.testing.Frames;
import org.urdma4j.codec.urdma.OfferRecord;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Our dissector for Wireshark reads from REQ and REP the offer that was written. */
@Tag("oracle")
class WiresharkOfferTest {
    private static final List<String> FIELDS =
            List.of(
                    "features",
                    "fec_xor",
                    "fec_2d",
                    "relaxed_order",
                    "marks_seen",
                    "paths",
                    "grants",
                    "sack_packets",
                    "sack_interval",
                    "fec_groups",
                    "payload",
                    "tag",
                    "response_psn",
                    "receive_limit",
                    "rate");
    private static final int ROUNDS = 20;
    private static final long MBIT = 1_000_000;

    @TempDir private Path folder;

    private final SplittableRandom random = new SplittableRandom(3);

    @BeforeEach
    void requireTshark() throws Exception {
        ExternalTool.require("tshark is not installed (Debian: tshark)", "tshark", "--version");
    }

    @Test
    void shouldReadOffersOfBothMessages() throws Exception {
        List<ByteBuffer> frames = new ArrayList<>();
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < ROUNDS; i++) {
            OfferRecord offer = offer();
            frames.add(frame(CmMessage.REQ, OfferPlacement.REQ, offer));
            frames.add(frame(CmMessage.REP, OfferPlacement.REP, offer));
            expected.add(text(offer));
            expected.add(text(offer));
        }

        assertThat(read(frames)).containsExactlyElementsOf(expected);
    }

    @Test
    void shouldShowNoOfferWhereThereIsNone() throws Exception {
        ByteBuffer none = frame(CmMessage.REQ, OfferPlacement.REQ, null);

        assertThat(read(List.of(none))).allMatch(line -> line.replace("|", "").isEmpty());
    }

    private OfferRecord offer() {
        return new OfferRecord(
                random.nextInt(64),
                1 + random.nextInt(0xffff),
                1 + random.nextInt(0xffff),
                random.nextInt(0x100),
                4 + 4 * random.nextInt(0x3fff),
                random.nextInt(),
                random.nextInt(0x10000),
                random.nextInt(1 << 24) * MBIT);
    }

    private static String text(OfferRecord offer) {
        return Stream.of(
                        offer.features(),
                        offer.features() & 1,
                        (offer.features() >> 1) & 1,
                        (offer.features() >> 2) & 1,
                        (offer.features() >> 3) & 1,
                        (offer.features() >> 4) & 1,
                        (offer.features() >> 5) & 1,
                        offer.sackPackets(),
                        offer.sackIntervalMicros(),
                        offer.fecGroups(),
                        offer.payloadSize(),
                        Integer.toUnsignedLong(offer.verificationTag()),
                        offer.responsePsn(),
                        offer.receiveLimit(),
                        offer.referenceRate() / MBIT)
                .map(Object::toString)
                .collect(Collectors.joining("|"));
    }

    private static ByteBuffer frame(CmMessage message, OfferPlacement place, OfferRecord offer) {
        ByteBuffer b = ByteBuffer.allocate(400);
        int ip = Ethernet.LENGTH;
        int bth = ip + Frames.headerLength(Encapsulation.ROCE_V2_IPV6);
        Ethernet.write(b, 0, Frames.DESTINATION_MAC, Frames.SOURCE_MAC, EtherType.IPV6);
        Frames.writeNetwork(b, ip, Encapsulation.ROCE_V2_IPV6, GsiPacket.LENGTH);
        GsiPacket.writeHeaders(b, bth, Bth.DEFAULT_P_KEY, 1);
        int mad = bth + GsiPacket.MAD_OFFSET;
        message.write(b, mad, 1);
        place.write(b, mad, PrivateData.of(new byte[0]), offer);
        int end = bth + GsiPacket.LENGTH;
        Icrc.put(b, end, new Icrc().overIpv6(b, ip, end - ip));
        return b.limit(end + Icrc.LENGTH);
    }

    private List<String> read(List<ByteBuffer> frames) throws Exception {
        Path file = folder.resolve("offers.pcap");
        try (PcapWriter writer = PcapWriter.create(file, LinkType.ETHERNET)) {
            for (ByteBuffer frame : frames) {
                writer.write(0, frame);
            }
        }
        List<String> command = new ArrayList<>(List.of("tshark", "-r", file.toString()));
        command.addAll(List.of("-X", "lua_script:../tools/wireshark/urdma.lua"));
        command.addAll(List.of("-T", "fields", "-E", "separator=|"));
        FIELDS.forEach(field -> command.addAll(List.of("-e", "urdma.offer." + field)));
        return ExternalTool.run(command.toArray(String[]::new)).stream()
                .map(WiresharkOfferTest::decimals)
                .toList();
    }

    /** Versions of tshark differ in which numbers they print in hexadecimal. */
    private static String decimals(String line) {
        return Stream.of(line.split("\\|", -1))
                .map(value -> value.startsWith("0x") ? "" + Long.decode(value) : value)
                .collect(Collectors.joining("|"));
    }
}
