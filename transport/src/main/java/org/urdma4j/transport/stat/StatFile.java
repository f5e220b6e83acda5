package org.urdma4j.transport.stat;

import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.counter.Counters;
import org.urdma4j.transport.qp.PathStatistics;
import org.urdma4j.transport.qp.Qp;
import org.urdma4j.transport.shard.Shard;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * The file of one device, as its writer has it. One thread creates, enlarges and closes it; {@link
 * #publish} runs on the device's event loop, while that thread waits.
 */
final class StatFile {
    /** Queue pairs that fit at most: 4096 of 600 bytes. */
    static final int MOST_SLOTS = 4096;

    private static final int FIRST_SLOTS = 16;
    private static final Counter[] COUNTERS = Counter.values();
    private static final ValueLayout.OfInt INT =
            ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final byte[] NAMES = names();

    private final Path path;
    private final FileChannel channel;
    private final int countersAt = StatLayout.HEADER + StatLayout.padded(NAMES.length);
    private final int slotsAt = countersAt + COUNTERS.length * Long.BYTES;
    private final int slotBytes = StatLayout.SLOT_HEADER + COUNTERS.length * Long.BYTES;
    private Arena arena;
    private MemorySegment memory;
    private int slots;
    private int used;
    private long sequence;

    private StatFile(Path path, FileChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    private static byte[] names() {
        StringBuilder names = new StringBuilder();
        for (Counter counter : COUNTERS) {
            names.append(counter.label()).append('\n');
        }
        return names.toString().getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * Creates the file; it must not exist.
     *
     * @throws IOException if it can't be, or there is no room on its disk
     */
    static StatFile create(Path path, String device, long intervalMs) throws IOException {
        boolean posix = Files.getFileStore(path.getParent()).supportsFileAttributeView("posix");
        FileAttribute<?>[] attributes =
                posix
                        ? new FileAttribute<?>[] {
                            PosixFilePermissions.asFileAttribute(
                                    PosixFilePermissions.fromString("rw-------"))
                        }
                        : new FileAttribute<?>[0];
        FileChannel channel =
                FileChannel.open(
                        path,
                        Set.of(
                                StandardOpenOption.CREATE_NEW,
                                StandardOpenOption.READ,
                                StandardOpenOption.WRITE),
                        attributes);
        StatFile file = new StatFile(path, channel);
        try {
            file.enlarge(FIRST_SLOTS);
            file.writeHeader(device, intervalMs);
            return file;
        } catch (IOException e) {
            file.close();
            throw e;
        }
    }

    /**
     * Makes room for more queue pairs. The bytes are written and not merely counted: a page for
     * which the disk has no room would fault when the event loop touches it.
     */
    private void enlarge(int wanted) throws IOException {
        long size = slotsAt + (long) wanted * slotBytes;
        long old = channel.size();
        ByteBuffer zeros = ByteBuffer.allocate((int) (size - old));
        for (long at = old; zeros.hasRemaining(); ) {
            at += channel.write(zeros, at);
        }
        Arena next = Arena.ofShared();
        MemorySegment mapped = channel.map(FileChannel.MapMode.READ_WRITE, 0, size, next);
        unmap();
        arena = next;
        memory = mapped;
        slots = wanted;
    }

    private void writeHeader(String device, long intervalMs) {
        ProcessIdentity own = ProcessIdentity.current();
        memory.set(INT, StatLayout.VERSION_AT, StatLayout.VERSION);
        memory.set(INT, StatLayout.NAMES_AT, StatLayout.HEADER);
        memory.set(INT, StatLayout.NAMES_BYTES, NAMES.length);
        memory.set(INT, StatLayout.COUNTERS, COUNTERS.length);
        memory.set(INT, StatLayout.SLOT_BYTES, slotBytes);
        memory.set(LONG, StatLayout.PID, own.pid());
        memory.set(LONG, StatLayout.START, own.startMs());
        memory.set(LONG, StatLayout.NAMESPACE, own.namespace());
        memory.set(LONG, StatLayout.INTERVAL, intervalMs);
        text(StatLayout.DEVICE, StatLayout.DEVICE_BYTES, device);
        text(StatLayout.PROGRAM, StatLayout.PROGRAM_BYTES, program());
        MemorySegment.copy(
                NAMES, 0, memory, ValueLayout.JAVA_BYTE, StatLayout.HEADER, NAMES.length);
        memory.set(LONG, StatLayout.MAGIC_AT, StatLayout.MAGIC);
    }

    /** The class or jar without its arguments, which are no business of others. */
    private static String program() {
        String command = System.getProperty("sun.java.command", "").split(" ", 2)[0];
        return command.substring(command.lastIndexOf('/') + 1);
    }

    /**
     * Writes what the device has counted; on its event loop.
     *
     * @return whether it could be written; if not, somebody has cut the file short
     */
    boolean publish(Shard shard, long nowMs) {
        try {
            memory.set(LONG, StatLayout.SEQUENCE, ++sequence);
            VarHandle.fullFence();
            counters(countersAt, shard.counters());
            used = 0;
            shard.forEachQp(this::add);
            memory.set(INT, StatLayout.SLOTS, slots);
            memory.set(INT, StatLayout.USED, used);
            memory.set(INT, StatLayout.QUEUE_PAIRS, shard.qpCount());
            memory.set(LONG, StatLayout.PUBLISHED, nowMs);
            VarHandle.fullFence();
            memory.set(LONG, StatLayout.SEQUENCE, ++sequence);
            return true;
        } catch (InternalError _) {
            // What the JVM throws where mapped memory has no file behind it any more.
            return false;
        }
    }

    private void add(Qp qp) {
        if (used == slots) {
            return;
        }
        int at = slotsAt + used++ * slotBytes;
        PathStatistics path = qp.path();
        memory.set(INT, at + StatLayout.QPN, qp.qpn());
        memory.set(INT, at + StatLayout.DEST_QPN, qp.destQpn());
        text(at + StatLayout.TYPE, StatLayout.TYPE_BYTES, qp.type().name());
        text(at + StatLayout.STATE, StatLayout.STATE_BYTES, qp.state().name());
        text(at + StatLayout.PROFILE, StatLayout.PROFILE_BYTES, path.profile());
        text(at + StatLayout.CONGESTION, StatLayout.CONGESTION_BYTES, path.state());
        text(
                at + StatLayout.PEER,
                StatLayout.PEER_BYTES,
                qp.route() == null ? "" : qp.route().peerText());
        memory.set(LONG, at + StatLayout.RTT, path.rttNs());
        memory.set(LONG, at + StatLayout.MIN_RTT, path.minRttNs());
        memory.set(LONG, at + StatLayout.IN_FLIGHT, path.inFlightBytes());
        memory.set(LONG, at + StatLayout.WINDOW, path.windowBytes());
        memory.set(LONG, at + StatLayout.PACING, path.pacingBitsPerSecond());
        memory.set(LONG, at + StatLayout.DELIVERY, path.deliveryBitsPerSecond());
        memory.set(LONG, at + StatLayout.QUEUE_DELAY, path.queueDelayNs());
        memory.set(INT, at + StatLayout.PAYLOAD, path.payloadBytes());
        memory.set(INT, at + StatLayout.UNACKNOWLEDGED, path.unacknowledgedPsn());
        counters(at + StatLayout.SLOT_HEADER, qp.counters());
    }

    private void counters(int from, Counters counters) {
        int at = from;
        for (Counter counter : COUNTERS) {
            memory.set(LONG, at, counters.get(counter));
            at += Long.BYTES;
        }
    }

    /** ASCII, filled up with zeros. */
    private void text(int at, int bytes, String text) {
        for (int i = 0; i < bytes; i++) {
            char c = i < text.length() ? text.charAt(i) : 0;
            memory.set(ValueLayout.JAVA_BYTE, at + i, (byte) (c < 0x80 ? c : '?'));
        }
    }

    /** Makes room for the queue pairs that found none, as far as there may be. */
    void makeRoom(int queuePairs) throws IOException {
        if (queuePairs > slots && slots < MOST_SLOTS) {
            int wanted = Math.max(2 * slots, Integer.highestOneBit(queuePairs) * 2);
            enlarge(Math.min(MOST_SLOTS, wanted));
        }
    }

    private void unmap() {
        if (arena != null) {
            arena.close();
            arena = null;
        }
    }

    void close() throws IOException {
        unmap();
        channel.close();
        delete();
    }

    /** Removes the file's name; who has it mapped may go on. */
    void delete() throws IOException {
        Files.deleteIfExists(path);
    }
}
