package org.urdma4j.codec.urdma;

import static org.assertj.core.api.Assertions.assertThat;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.ib.PacketStatus;
import org.urdma4j.codec.ib.Psn;

import java.nio.ByteBuffer;
import java.util.BitSet;

/** What must hold for any bytes that are read as a packet, report or offer of this profile. */
final class UrdmaInvariants {
    /** Bytes that are enough for every header. */
    static final int HEADERS = 64;

    /** Missing PSNs that are written again; a range in eight bytes can name millions. */
    private static final int SOME = 20_000;

    private UrdmaInvariants() {}

    /** Checks a packet of the stated length over bytes that may be fewer. */
    static void check(ByteBuffer b, int length, boolean fec, boolean paths) {
        UrdmaPacket packet = new UrdmaPacket();
        for (int offset : new int[] {0, 1, b.limit(), b.limit() + 1}) {
            PacketStatus status = packet.wrap(b, offset, length, fec, paths);
            assertThat(packet.status()).isEqualTo(status);
            assertThat(packet.toString()).isNotBlank();
            if (status == PacketStatus.OK) {
                checkAccepted(packet, fec, paths);
            }
        }
    }

    private static void checkAccepted(UrdmaPacket packet, boolean fec, boolean paths) {
        int headers = UrdmaOpcode.headerLength(packet.opcode(), fec, paths);
        assertThat(UrdmaOpcode.isUrdma(packet.opcode())).isTrue();
        assertThat(packet.length() % 4).isZero();
        assertThat(packet.offset() + headers).isLessThanOrEqualTo(packet.buffer().limit());
        assertThat(packet.payloadOffset()).isEqualTo(packet.offset() + headers);
        assertThat(headers + packet.payloadLength() + packet.padCount()).isEqualTo(packet.length());
        assertThat(packet.psn()).isBetween(0, 0xff_ffff);
        assertThat(packet.destQp()).isBetween(0, 0xff_ffff);
        assertThat(packet.codedLength()).isNotNegative();
        if (packet.hasFecWord()) {
            assertThat(packet.fecIndex()).isBetween(0, 0xffff);
            assertThat(packet.fecR()).isBetween(0, 0xff);
        }
        if (isReport(packet.opcode())) {
            int report = packet.extendedOffset() + ExtendedAeth.LENGTH;
            int end = packet.offset() + packet.length();
            checkReport(packet.buffer(), report, end - report);
        }
        int control = packet.offset() + packet.length() - packet.extendedOffset();
        if (packet.opcode() == UrdmaOpcode.REPORT_PATHS) {
            PathInvariants.checkReport(packet.buffer(), packet.extendedOffset(), control);
        }
        if (packet.opcode() == UrdmaOpcode.PATHS) {
            PathInvariants.checkPaths(packet.buffer(), packet.extendedOffset(), control);
        }
        if (packet.offset() + packet.length() <= packet.buffer().limit()) {
            checkRebuilt(packet, fec, paths);
        }
    }

    private static boolean isReport(int opcode) {
        return opcode == UrdmaOpcode.REPORT_REQUESTS || opcode == UrdmaOpcode.REPORT_ANSWERS;
    }

    /** What was read, written again, differs in nothing but what is reserved. */
    private static void checkRebuilt(UrdmaPacket packet, boolean fec, boolean paths) {
        ByteBuffer original = ByteBuffer.allocate(packet.length());
        original.put(0, packet.buffer(), packet.offset(), packet.length());
        ByteBuffer again = ByteBuffer.allocate(packet.length());
        again.put(0, original, 0, packet.length());
        UrdmaRebuilder.write(packet, again, fec, paths);
        UrdmaRebuilder.clearReserved(original, packet.opcode(), fec, paths);
        assertThat(again).isEqualTo(original);
    }

    /** Checks what calls itself part of a report: only PSNs of its window are named. */
    static void checkReport(ByteBuffer b, int at, int length) {
        ReportReader reader = new ReportReader();
        if (!reader.wrap(b, at, length)) {
            return;
        }
        int span = Psn.diff(reader.highest(), reader.cumulative());
        int[] calls = new int[1];
        long[] named = new long[1];
        reader.forEach((first, count) -> {
            calls[0]++;
            named[0] += count;
            int from = Psn.diff(first, reader.cumulative());
            assertThat(from).isBetween(0, span);
            assertThat(count).isBetween(1, span - from);
        });
        assertThat(calls[0]).isLessThanOrEqualTo(4 * length);
        if (named[0] <= SOME) {
            checkRewritten(reader, length);
        }
    }

    /** The same PSNs are missing after the report has been written and read again. */
    private static void checkRewritten(ReportReader reader, int length) {
        BitSet missing = missing(reader);
        ByteBuffer again = ByteBuffer.allocate(ReportHeader.LENGTH + 2 * length + 8 * SOME);
        ReportWriter writer = new ReportWriter();
        writer.begin(
                again,
                0,
                again.capacity(),
                reader.number(),
                reader.cumulative(),
                reader.highest(),
                new ReportCounters(),
                0);
        for (int from = missing.nextSetBit(0); from >= 0; ) {
            int to = missing.nextClearBit(from);
            assertThat(writer.range(Integer.toUnsignedLong(reader.cumulative()) + from, to - from))
                    .isTrue();
            from = missing.nextSetBit(to);
        }
        ReportReader second = new ReportReader();
        assertThat(second.wrap(again, 0, writer.end())).isTrue();
        assertThat(second.number()).isEqualTo(reader.number());
        assertThat(missing(second)).isEqualTo(missing);
    }

    private static BitSet missing(ReportReader reader) {
        BitSet missing = new BitSet();
        reader.forEach((first, count) -> {
            int from = Psn.diff(first, reader.cumulative());
            missing.set(from, from + count);
        });
        return missing;
    }

    /** Checks whatever offers stand in the bytes. */
    static void checkOffers(ByteBuffer b) {
        for (int at = 0; at + OfferRecord.LENGTH <= b.limit(); at++) {
            OfferStatus status = OfferRecord.status(b, at);
            OfferRecord offer = OfferRecord.decode(b, at);
            assertThat(offer != null).isEqualTo(status == OfferStatus.OK);
            if (offer != null) {
                ByteBuffer again = ByteBuffer.allocate(OfferRecord.LENGTH);
                offer.encode(again);
                assertThat(OfferRecord.decode(again, 0)).isEqualTo(offer);
            }
        }
    }

    /** Checks that every header can be read and printed over any bytes. */
    static void checkHeaders(ByteBuffer b) {
        assertThat(SendPlacement.toString(b, 0)).startsWith("SendPlacement{");
        assertThat(ResponsePlacement.toString(b, 0)).startsWith("AnswerPlacement{");
        assertThat(ExtendedAeth.toString(b, 0)).startsWith("ExtendedAETH{");
        assertThat(FecWord.toString(b, 0)).startsWith("FEC{");
        assertThat(RepairHeader.toString(b, 0)).startsWith("Repair{");
        assertThat(ProbeHeader.toString(b, 0)).startsWith("Probe{");
        assertThat(PathsPacket.toString(b, 0)).startsWith("Paths{");
        assertThat(UrdmaBth.t1Field(b, 0)).isBetween(0, 0x3f);
        assertThat(UrdmaBth.trField(b, 0)).isBetween(0, 0x7f);
        assertThat(UrdmaBth.coarseT1(b, 0)).isBetween(-1, 0x1f);
        assertThat(UrdmaBth.coarseTr(b, 0)).isBetween(-1, 0x3f);
        boolean known = UrdmaOpcode.isUrdma(Bth.opcode(b, 0));
        assertThat(UrdmaOpcode.flags(Bth.opcode(b, 0)) == 0 || known).isTrue();
        assertThat(UrdmaOpcode.name(Bth.opcode(b, 0))).isNotBlank();
        assertThat(Opcode.name(UrdmaOpcode.base(Bth.opcode(b, 0)))).isNotBlank();
    }
}
