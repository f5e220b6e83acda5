package org.urdma4j.codec.oracle;

import org.urdma4j.codec.ib.AethSyndrome;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.net.Encapsulation;
import org.urdma4j.codec.testing.Frames;
import org.urdma4j.codec.testing.SamplePacket;

import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Wireshark's names and values for what a frame was built from; the value of a field that the frame
 * doesn't have is null. Numbers are unsigned decimals.
 */
final class ExpectedFields {
    /** Those that are strings of bytes or addresses; all others are numbers. */
    static final Set<String> BYTES =
            Set.of(
                    "eth.dst",
                    "eth.src",
                    "ip.src",
                    "ip.dst",
                    "ipv6.src",
                    "ipv6.dst",
                    "infiniband.grh.sgid",
                    "infiniband.grh.dgid",
                    "infiniband.immdt",
                    "infiniband.ieth",
                    "data.data",
                    "_ws.malformed");

    private static final String SOURCE_IPV6 = "fd00:1:2:3:8000::1";
    private static final String DESTINATION_IPV6 = "fd00:1:2:3::2";
    private static final int CHECKSUM_GOOD = 1;
    private static final int CHECKSUM_ABSENT = 3;
    private static final int CHECKSUM_ILLEGALLY_ABSENT = 4;

    private final Map<String, String> fields = new LinkedHashMap<>();
    private final OracleFrame frame;

    private ExpectedFields(OracleFrame frame) {
        this.frame = frame;
    }

    static Map<String, String> of(OracleFrame frame) {
        ExpectedFields expected = new ExpectedFields(frame);
        expected.addNetwork();
        expected.addBth();
        if (expected.dissected()) {
            expected.addExtendedHeaders();
            expected.addPayload();
        }
        return expected.fields;
    }

    /** Of opcodes that it doesn't know, Wireshark shows no more than the BTH. */
    private boolean dissected() {
        return !frame.has(Opcode.FLUSH)
                && !frame.has(Opcode.ATOMIC_WRITE)
                && !frame.has(Opcode.CONGESTION);
    }

    private void addNetwork() {
        boolean v1 = frame.encapsulation() == Encapsulation.ROCE_V1;
        boolean ipv4 = frame.encapsulation() == Encapsulation.ROCE_V2_IPV4;
        boolean ipv6 = frame.encapsulation() == Encapsulation.ROCE_V2_IPV6;
        text("eth.dst", true, "02:02:0a:0b:0c:0d");
        text("eth.src", true, "02:02:1a:1b:1c:1d");
        number("vlan.id", frame.vlan() != Frames.NO_VLAN, frame.vlan());
        number("vlan.priority", frame.vlan() != Frames.NO_VLAN, 3);
        text("ip.src", ipv4, "10.77.0.1");
        text("ip.dst", ipv4, "192.168.255.254");
        number("ip.id", ipv4, 0x8123);
        number("ip.flags.df", ipv4, 1);
        number("ip.dsfield", ipv4, 0x69);
        number("ip.ttl", ipv4, 63);
        number("ip.len", ipv4, 28 + transportLength() + 4);
        number("ip.checksum.status", ipv4, CHECKSUM_GOOD);
        text("ipv6.src", ipv6, SOURCE_IPV6);
        text("ipv6.dst", ipv6, DESTINATION_IPV6);
        number("ipv6.tclass", ipv6, 0x69);
        number("ipv6.flow", ipv6, 0xabcde);
        number("ipv6.hlim", ipv6, 63);
        number("ipv6.plen", ipv6, 8 + transportLength() + 4);
        number("udp.srcport", !v1, 0xc123);
        number("udp.length", !v1, 8 + transportLength() + 4);
        number("udp.checksum.status", !v1, udpChecksumStatus());
        text("infiniband.grh.sgid", v1, SOURCE_IPV6);
        text("infiniband.grh.dgid", v1, DESTINATION_IPV6);
        number("infiniband.grh.tclass", v1, 0x69);
        number("infiniband.grh.flowlabel", v1, 0xabcde);
        number("infiniband.grh.nxthdr", v1, 0x1b);
        number("infiniband.grh.hoplmt", v1, 63);
        number("infiniband.grh.paylen", v1, transportLength() + 4);
    }

    private int udpChecksumStatus() {
        if (frame.udpChecksum()) {
            return CHECKSUM_GOOD;
        }
        return frame.encapsulation() == Encapsulation.ROCE_V2_IPV4
                ? CHECKSUM_ABSENT
                : CHECKSUM_ILLEGALLY_ABSENT;
    }

    private int transportLength() {
        return frame.bytes().limit() - 4 - transportOffset();
    }

    private int transportOffset() {
        return 14
                + (frame.vlan() == Frames.NO_VLAN ? 0 : 4)
                + Frames.headerLength(frame.encapsulation());
    }

    private void addBth() {
        boolean cnp = frame.opcode() == Opcode.CNP;
        number("infiniband.bth.opcode", true, frame.opcode());
        number("infiniband.bth.se", true, cnp ? 0 : 1);
        number("infiniband.bth.m", true, 0);
        number("infiniband.bth.padcnt", true, (4 - frame.payloadLength() % 4) % 4);
        number("infiniband.bth.tver", true, 0);
        number("infiniband.bth.p_key", true, SamplePacket.P_KEY);
        number("infiniband.bth.destqp", true, SamplePacket.DEST_QP);
        number("infiniband.bth.a", true, cnp ? 0 : 1);
        number("infiniband.bth.psn", true, cnp ? 0 : SamplePacket.PSN);
    }

    private void addExtendedHeaders() {
        boolean reth = frame.has(Opcode.RETH);
        boolean atomic = frame.has(Opcode.ATOMIC_ETH);
        number("infiniband.reth.va", reth || atomic, SamplePacket.VIRTUAL_ADDRESS);
        number("infiniband.reth.r_key", reth || atomic, unsigned(SamplePacket.R_KEY));
        number("infiniband.reth.dmalen", reth, SamplePacket.DMA_LENGTH);
        number("infiniband.atomiceth.swapdt", atomic, SamplePacket.SWAP_ADD);
        number("infiniband.atomiceth.cmpdt", atomic, SamplePacket.COMPARE);
        addAeth();
        number(
                "infiniband.atomicacketh.origremdt",
                frame.has(Opcode.ATOMIC_ACK_ETH),
                SamplePacket.ORIGINAL);
        text("infiniband.immdt", frame.has(Opcode.IMMEDIATE), "cafef00d");
        text("infiniband.ieth", frame.has(Opcode.IETH), "87654321");
        number("infiniband.deth.q_key", frame.has(Opcode.DETH), unsigned(SamplePacket.Q_KEY));
        number("infiniband.deth.srcqp", frame.has(Opcode.DETH), SamplePacket.SRC_QP);
    }

    private void addAeth() {
        boolean aeth = frame.has(Opcode.AETH);
        int value = AethSyndrome.value(frame.syndrome());
        boolean ack = AethSyndrome.isAck(frame.syndrome());
        boolean rnr = AethSyndrome.isRnrNak(frame.syndrome());
        boolean nak = AethSyndrome.isNak(frame.syndrome());
        number("infiniband.aeth.syndrome", aeth, frame.syndrome());
        number("infiniband.aeth.syndrome.credit_count", aeth && ack, value);
        number("infiniband.aeth.syndrome.timer", aeth && rnr, value);
        number("infiniband.aeth.syndrome.error_code", aeth && nak, value);
        number("infiniband.aeth.msn", aeth, SamplePacket.MSN);
    }

    private void addPayload() {
        int end = frame.bytes().limit() - 4;
        int padded = (frame.payloadLength() + 3) / 4 * 4;
        text("data.data", padded != 0, frame.hex(end - padded, padded));
        int icrc = HexFormat.fromHexDigits(frame.hex(end, 4));
        number("infiniband.invariant.crc", true, unsigned(icrc));
        text("_ws.malformed", false, "");
    }

    private void text(String name, boolean present, String value) {
        fields.put(name, present ? value : null);
    }

    private void number(String name, boolean present, long value) {
        fields.put(name, present ? Long.toUnsignedString(value) : null);
    }

    private static long unsigned(int value) {
        return Integer.toUnsignedLong(value);
    }
}
