package org.urdma4j.measure.capture;

import org.urdma4j.codec.ib.PacketStatus;
import org.urdma4j.codec.urdma.PathReportReader;
import org.urdma4j.codec.urdma.PathsPacket;
import org.urdma4j.codec.urdma.UrdmaOpcode;
import org.urdma4j.codec.urdma.UrdmaPacket;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** What lists of paths and reports on them say, in words. */
final class PathMeaning {
    private PathMeaning() {}

    static String list(UrdmaPacket packet) {
        ByteBuffer b = packet.buffer();
        int at = packet.extendedOffset();
        if (!PathsPacket.valid(b, at, packet.extendedRest())) {
            return "list of paths that can't be read";
        }
        List<String> paths = new ArrayList<>();
        for (int i = 0; i < PathsPacket.count(b, at); i++) {
            boolean backup = (PathsPacket.flags(b, at, i) & PathsPacket.BACKUP) != 0;
            paths.add(
                    "%s port %d rail %d%s"
                            .formatted(
                                    new HostAddress(
                                            PathsPacket.gidHigh(b, at, i),
                                            PathsPacket.gidLow(b, at, i)),
                                    PathsPacket.port(b, at, i),
                                    PathsPacket.rail(b, at, i),
                                    backup ? " backup" : ""));
        }
        return "list %d of paths: %s; has seen list %d%s"
                .formatted(
                        PathsPacket.number(b, at),
                        paths.isEmpty() ? "none" : String.join("; ", paths),
                        PathsPacket.seen(b, at),
                        PathsPacket.asks(b, at) ? ", asks for the next" : "");
    }

    /** Tells whether a packet is a sound report on paths, over which {@code reader} then is. */
    static boolean isReport(CapturedPacket packet, PathReportReader reader) {
        return packet.opcode() == UrdmaOpcode.REPORT_PATHS
                && packet.status() == PacketStatus.OK
                && wrap(packet.urdma(), reader);
    }

    private static boolean wrap(UrdmaPacket packet, PathReportReader reader) {
        return reader.wrap(packet.buffer(), packet.extendedOffset(), packet.extendedRest());
    }

    static String report(UrdmaPacket packet) {
        PathReportReader report = new PathReportReader();
        if (!wrap(packet, report)) {
            return "report on paths that can't be read";
        }
        List<String> paths = new ArrayList<>();
        while (report.next()) {
            RangeWords missing = new RangeWords();
            report.forEach(missing);
            paths.add(
                    "path %d waits for %d, highest %d%s"
                            .formatted(
                                    report.path(),
                                    Integer.toUnsignedLong(report.cumulative()),
                                    Integer.toUnsignedLong(report.highest() - 1),
                                    missing));
        }
        return paths.isEmpty() ? "report on no path" : String.join("; ", paths);
    }
}
