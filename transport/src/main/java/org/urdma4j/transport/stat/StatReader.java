package org.urdma4j.transport.stat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads a file that its process goes on writing. Nothing in it is trusted, and counters are known
 * by the names in the file, so that one of a build with other counters is read as well.
 */
public final class StatReader {
    private static final int MOST_BYTES = 1 << 24;
    private static final int TRIES = 20;

    private final ByteBuffer b;

    private StatReader(ByteBuffer b) {
        this.b = b;
    }

    /**
     * Returns the process that writes a file.
     *
     * @throws IOException if it can't be read or is no such file
     */
    public static ProcessIdentity owner(Path file) throws IOException {
        try (FileChannel channel = open(file)) {
            StatReader reader = new StatReader(bytes(channel, StatLayout.HEADER));
            reader.checkHead(file);
            return reader.identity();
        }
    }

    /**
     * Returns what a file holds, all of one moment.
     *
     * @throws IOException if it can't be read, is no such file, or is only half written
     */
    public static DeviceStat read(Path file) throws IOException {
        try (FileChannel channel = open(file)) {
            for (int i = 0; i < TRIES; i++) {
                long size = channel.size();
                if (size > MOST_BYTES) {
                    throw new IOException(file + ": is too long to hold counters");
                }
                long before = sequence(channel);
                StatReader reader = new StatReader(bytes(channel, (int) size));
                reader.checkHead(file);
                if ((before & 1) == 0 && before == sequence(channel)) {
                    return reader.device(file);
                }
                Thread.onSpinWait();
            }
        }
        throw new IOException(file + ": is being written and doesn't come to an end");
    }

    /** Opening a FIFO would wait for a writer, and a folder's error has no name. */
    private static FileChannel open(Path file) throws IOException {
        BasicFileAttributes found =
                Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (!found.isRegularFile()) {
            throw new IOException(file + ": is no regular file");
        }
        return FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
    }

    private static ByteBuffer bytes(FileChannel channel, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        while (bytes.hasRemaining()) {
            if (channel.read(bytes, bytes.position()) < 0) {
                break;
            }
        }
        return bytes.flip();
    }

    private static long sequence(FileChannel channel) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        return channel.read(bytes, StatLayout.SEQUENCE) == Long.BYTES ? bytes.getLong(0) : 0;
    }

    private void checkHead(Path file) throws IOException {
        if (b.limit() < StatLayout.HEADER || b.getLong(0) != StatLayout.MAGIC) {
            throw new IOException(file + ": holds no counters");
        }
        int version = b.getInt(StatLayout.VERSION_AT);
        if (version != StatLayout.VERSION) {
            throw new IOException(
                    "%s: has layout %d, this is for layout %d"
                            .formatted(file, version, StatLayout.VERSION));
        }
    }

    private ProcessIdentity identity() {
        return new ProcessIdentity(
                b.getLong(StatLayout.PID),
                b.getLong(StatLayout.START),
                b.getLong(StatLayout.NAMESPACE));
    }

    private DeviceStat device(Path file) throws IOException {
        long namesAt = b.getInt(StatLayout.NAMES_AT);
        long namesBytes = b.getInt(StatLayout.NAMES_BYTES);
        long counters = b.getInt(StatLayout.COUNTERS);
        long slotBytes = b.getInt(StatLayout.SLOT_BYTES);
        long used = b.getInt(StatLayout.USED);
        long countersAt = namesAt + (namesBytes + 7) / 8 * 8;
        long slotsAt = countersAt + counters * Long.BYTES;
        boolean fits =
                namesAt >= StatLayout.HEADER
                        && namesBytes >= 0
                        && counters >= 0
                        && used >= 0
                        && slotBytes >= StatLayout.SLOT_HEADER + counters * Long.BYTES
                        && slotsAt + used * slotBytes <= b.limit();
        if (!fits) {
            throw new IOException(file + ": is damaged");
        }
        String[] names = text((int) namesAt, (int) namesBytes).split("\n");
        if (names.length < counters) {
            throw new IOException(file + ": is damaged");
        }
        List<QpStat> queuePairs = new ArrayList<>();
        for (int i = 0; i < used; i++) {
            queuePairs.add(queuePair((int) (slotsAt + i * slotBytes), names, (int) counters));
        }
        return new DeviceStat(
                identity(),
                text(StatLayout.DEVICE, StatLayout.DEVICE_BYTES),
                text(StatLayout.PROGRAM, StatLayout.PROGRAM_BYTES),
                b.getLong(StatLayout.PUBLISHED),
                b.getLong(StatLayout.INTERVAL),
                b.getInt(StatLayout.QUEUE_PAIRS),
                counters((int) countersAt, names, (int) counters),
                queuePairs);
    }

    private QpStat queuePair(int at, String[] names, int counters) {
        return new QpStat(
                b.getInt(at + StatLayout.QPN),
                b.getInt(at + StatLayout.DEST_QPN),
                text(at + StatLayout.TYPE, StatLayout.TYPE_BYTES),
                text(at + StatLayout.STATE, StatLayout.STATE_BYTES),
                text(at + StatLayout.PROFILE, StatLayout.PROFILE_BYTES),
                text(at + StatLayout.CONGESTION, StatLayout.CONGESTION_BYTES),
                text(at + StatLayout.PEER, StatLayout.PEER_BYTES),
                b.getLong(at + StatLayout.RTT),
                b.getLong(at + StatLayout.MIN_RTT),
                b.getLong(at + StatLayout.IN_FLIGHT),
                b.getLong(at + StatLayout.WINDOW),
                b.getLong(at + StatLayout.PACING),
                b.getLong(at + StatLayout.DELIVERY),
                b.getLong(at + StatLayout.QUEUE_DELAY),
                b.getInt(at + StatLayout.PAYLOAD),
                b.getInt(at + StatLayout.UNACKNOWLEDGED),
                counters(at + StatLayout.SLOT_HEADER, names, counters));
    }

    private Map<String, Long> counters(int from, String[] names, int count) {
        Map<String, Long> counters = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            counters.put(names[i], b.getLong(from + i * Long.BYTES));
        }
        return counters;
    }

    /** Printable ASCII up to the first zero. */
    private String text(int at, int bytes) {
        byte[] all = new byte[bytes];
        b.get(at, all);
        int end = 0;
        while (end < bytes && all[end] != 0) {
            end++;
        }
        return new String(all, 0, end, StandardCharsets.US_ASCII)
                .replaceAll("[^\\x20-\\x7e\\n]", "?");
    }
}
