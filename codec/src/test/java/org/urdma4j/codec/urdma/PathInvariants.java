package org.urdma4j.codec.urdma;

import static org.assertj.core.api.Assertions.assertThat;

import org.urdma4j.codec.ib.Psn;

import java.nio.ByteBuffer;

/** What must hold for any bytes that are read as a list of paths or as a report on them. */
final class PathInvariants {
    /** Missing PPNs that are written again. */
    private static final int SOME = 20_000;

    /** What is not reserved of the last byte before the entries. */
    private static final int ASKS = 0x80;

    private PathInvariants() {}

    /** Checks a list of paths; returns whether it is one. */
    static boolean checkPaths(ByteBuffer b, int at, int length) {
        if (!PathsPacket.valid(b, at, length)) {
            return false;
        }
        int count = PathsPacket.count(b, at);
        ByteBuffer again = ByteBuffer.allocate(length);
        int number = PathsPacket.number(b, at);
        PathsPacket.write(
                again,
                0,
                PathsPacket.t1(b, at),
                PathsPacket.tr(b, at),
                count,
                number,
                PathsPacket.seen(b, at),
                PathsPacket.asks(b, at));
        for (int i = 0; i < count; i++) {
            PathsPacket.writeEntry(
                    again,
                    0,
                    i,
                    PathsPacket.gidHigh(b, at, i),
                    PathsPacket.gidLow(b, at, i),
                    PathsPacket.port(b, at, i),
                    PathsPacket.rail(b, at, i),
                    PathsPacket.flags(b, at, i));
        }
        ByteBuffer known = ByteBuffer.allocate(length).put(0, b, at, length);
        known.put(PathsPacket.HEADER - 1, (byte) (b.get(at + PathsPacket.HEADER - 1) & ASKS));
        assertThat(again).isEqualTo(known);
        return true;
    }

    /** Checks a report on paths; returns whether it is one. */
    static boolean checkReport(ByteBuffer b, int at, int length) {
        PathReportReader reader = new PathReportReader();
        if (!reader.wrap(b, at, length)) {
            return false;
        }
        int[] calls = new int[1];
        long[] named = new long[1];
        while (reader.next()) {
            int span = reader.highest() - reader.cumulative();
            assertThat(span).isBetween(0, Psn.HALF - 1);
            reader.forEach((first, count) -> {
                calls[0]++;
                named[0] += count;
                int from = Psn.diff(first, reader.cumulative());
                assertThat(from).isBetween(0, span);
                assertThat(count).isBetween(1, span - from);
            });
        }
        assertThat(calls[0]).isLessThanOrEqualTo(4 * length);
        assertThat(reader.next()).isFalse();
        if (named[0] <= SOME) {
            checkRewritten(b, at, length);
        }
        return true;
    }

    /** What was read and written again reads the same, in no more bytes if it is in order. */
    private static void checkRewritten(ByteBuffer b, int at, int length) {
        PathReportReader reader = new PathReportReader();
        reader.wrap(b, at, length);
        ByteBuffer again = ByteBuffer.allocate(16 * length + 64);
        PathReportWriter writer = new PathReportWriter();
        writer.begin(again, 0, again.capacity(), reader.t3());
        boolean[] whole = {true};
        while (reader.next()) {
            assertThat(
                            writer.path(
                                    reader.path(),
                                    reader.cumulative(),
                                    reader.highest(),
                                    reader.newestT1(),
                                    reader.ts(),
                                    reader.received(),
                                    reader.bytes(),
                                    reader.missing(),
                                    reader.marked()))
                    .isTrue();
            // A bitmap with many gaps may become more entries than a block may have.
            reader.forEach((first, count) -> whole[0] &= writer.range(first, count));
        }
        PathReportReader second = new PathReportReader();
        assertThat(second.wrap(again, 0, writer.end())).isTrue();
        if (whole[0]) {
            assertThat(said(second)).isEqualTo(said(after(b, at, length)));
        }
    }

    private static PathReportReader after(ByteBuffer b, int at, int length) {
        PathReportReader reader = new PathReportReader();
        reader.wrap(b, at, length);
        return reader;
    }

    /** Everything that a report says, PPNs one by one as entries may be split and joined. */
    private static String said(PathReportReader reader) {
        StringBuilder said = new StringBuilder();
        said.append(reader.t3());
        while (reader.next()) {
            said.append(
                    "\n%d %x %x %x %x %d %d %d %d:"
                            .formatted(
                                    reader.path(),
                                    reader.cumulative(),
                                    reader.highest(),
                                    reader.newestT1(),
                                    reader.ts(),
                                    reader.received(),
                                    reader.bytes(),
                                    reader.missing(),
                                    reader.marked()));
            reader.forEach((first, count) -> {
                for (int i = 0; i < count; i++) {
                    said.append(' ').append(Psn.add(first, i));
                }
            });
        }
        return said.toString();
    }
}
