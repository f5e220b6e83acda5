package org.urdma4j.measure.replay;

import org.urdma4j.measure.capture.HostAddress;
import org.urdma4j.transport.counter.Counter;
import org.urdma4j.transport.counter.Counters;
import org.urdma4j.transport.device.QpCounters;
import org.urdma4j.transport.device.SoftContext;
import org.urdma4j.transport.device.SoftDevice;
import org.urdma4j.transport.port.frame.FramePortConfig;
import org.urdma4j.transport.port.pcap.CaptureReplay;
import org.urdma4j.transport.port.pcap.ReplayPace;
import org.urdma4j.verbs.CompletionQueue;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.MemoryRegion;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.WcStatus;
import org.urdma4j.verbs.WorkCompletion;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A host of a capture, with the queue pairs and the memory that its requests are for, to which they
 * come again. One thread; {@link #stop} may be called by any.
 */
public final class Replay implements AutoCloseable {
    private static final long GUID = 1;
    private static final int CHUNK = 1 << 24;

    /** A queue pair and what is asked of it. */
    private record Responder(Target target, QueuePair pair, CompletionQueue completions) {}

    private final Arena arena = Arena.ofShared();
    private final CaptureReplay frames;
    private final SoftContext context;
    private final HostAddress host;
    private final List<MemoryRegion> regions = new ArrayList<>();
    private final List<Responder> responders = new ArrayList<>();

    /**
     * Makes the host; nothing comes before {@link #play}.
     *
     * @param plan of the same file
     * @param host one of the plan's
     * @param mostBytes of memory that may be taken
     * @throws IOException if more is needed, or the file can't be opened any more
     */
    public Replay(Path file, ReplayPlan plan, HostAddress host, ReplayPace pace, long mostBytes)
            throws IOException {
        this.host = host;
        long longest = plan.targets(host).stream().mapToLong(t -> t.longestSend).max().orElse(0);
        requireRoom(plan, longest, mostBytes);
        ChosenNumbers numbers = new ChosenNumbers();
        Gid local = new Gid(host.high(), host.low());
        FramePortConfig config =
                FramePortConfig.builder(local.toInetAddress()).random(numbers).build();
        frames = CaptureReplay.open(config, file, pace, plan.offsetNs(host));
        context = new SoftDevice("replay", GUID, frames::port).open();
        try {
            make(plan, new Responders(context, numbers, arena), local, longest);
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private void requireRoom(ReplayPlan plan, long longest, long mostBytes) throws IOException {
        long bytes = longest;
        for (Map.Entry<Integer, Span> memory : plan.memory(host).entrySet()) {
            bytes += memory.getValue().bytes();
            if (bytes < 0 || bytes > mostBytes) {
                throw new IOException(
                        "the requests reach over %d bytes behind key 0x%x, with which they need %s"
                                        .formatted(
                                                memory.getValue().bytes(),
                                                memory.getKey(),
                                                Long.toUnsignedString(bytes))
                                + " bytes of memory, more than the %d that it may take"
                                        .formatted(mostBytes));
            }
        }
    }

    private void make(ReplayPlan plan, Responders responder, Gid local, long longestSend) {
        Map<Integer, Span> memory = plan.memory(host);
        memory.entrySet().forEach(entry -> regions.add(responder.region(entry)));
        MemoryRegion room = responder.room(longestSend, memory.keySet());
        for (Target target : plan.targets(host)) {
            int receives = Math.max(1, responder.receives(target));
            CompletionQueue completions = context.createCq(receives);
            QueuePair pair =
                    responder.queuePair(target, local, completions, room.sge(0, room.length()));
            responders.add(new Responder(target, pair, completions));
        }
    }

    /**
     * Lets the frames come; returns when all have, or after {@link #stop}.
     *
     * @throws IOException if the file can't be read to its end
     */
    public void play() throws IOException {
        frames.play();
    }

    /** Lets no more frames come. */
    public void stop() {
        frames.stop();
    }

    /** Tells what has come of it; once. */
    public ReplayReport report() {
        List<ReplayReport.Pair> pairs = responders.stream().map(Replay::pair).toList();
        List<ReplayReport.Memory> memory = regions.stream().map(Replay::memory).toList();
        return new ReplayReport(host.toString(), pairs, memory, named(context.counters()));
    }

    private static ReplayReport.Pair pair(Responder responder) {
        WorkCompletion[] some = WorkCompletion.array(256);
        long receives = 0;
        long bytes = 0;
        for (int n = responder.completions.poll(some);
                n > 0;
                n = responder.completions.poll(some)) {
            for (int i = 0; i < n; i++) {
                if (some[i].status() == WcStatus.SUCCESS) {
                    receives++;
                    bytes += some[i].byteLen();
                }
            }
        }
        Target target = responder.target;
        return new ReplayReport.Pair(
                target.qpn,
                target.peer.toString(),
                target.urdma ? "URDMA" : target.type.name(),
                responder.pair.state().name(),
                receives,
                bytes,
                named(QpCounters.of(responder.pair)));
    }

    private static Map<String, Long> named(Counters counters) {
        Map<String, Long> names = new TreeMap<>();
        for (Map.Entry<Counter, Long> count : counters.nonZero().entrySet()) {
            names.put(count.getKey().label(), count.getValue());
        }
        return names;
    }

    private static ReplayReport.Memory memory(MemoryRegion region) {
        return new ReplayReport.Memory(
                region.rkey(), region.addr(), region.length(), sha256(region.segment()));
    }

    private static String sha256(MemorySegment memory) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (long at = 0; at < memory.byteSize(); at += CHUNK) {
                long bytes = Math.min(CHUNK, memory.byteSize() - at);
                digest.update(memory.asSlice(at, bytes).asByteBuffer());
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java has SHA-256", e);
        }
    }

    @Override
    public void close() {
        context.close();
        arena.close();
    }
}
