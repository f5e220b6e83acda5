package org.urdma4j.tunnel.site;

import org.urdma4j.gateway.tap.FramePort;
import org.urdma4j.transport.port.linux.ReadyWait;
import org.urdma4j.transport.port.linux.UdpSocket;
import org.urdma4j.tunnel.cell.CellReader;
import org.urdma4j.tunnel.cell.CellWriter;
import org.urdma4j.tunnel.cell.ConstantRate;
import org.urdma4j.tunnel.cell.FrameQueue;

import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * What carries frames and cells, on the thread that calls {@link #run}. It sleeps until something
 * comes or is due.
 */
final class TunnelLoop {
    /** Longest sleep, so that stopping, keys and questions are noticed. */
    private static final long NAP_NS = 20_000_000;

    private record Task(LongConsumer what, CompletableFuture<Void> done) {}

    private final LongSupplier clock;
    private final FrameQueue queue;
    private final CellWriter writer;
    private final CellReader reader;
    private final InsidePort inside;
    private final CellSender sender;
    private final CellReceiver receiver;
    private final Optional<ConstantRate> rate;
    private final ReadyWait wait;
    private final Queue<Task> tasks = new ConcurrentLinkedQueue<>();
    private Session session;

    /** Cells of a batch whose time has come and that are not sent yet. */
    private int dueCells;

    private volatile boolean stopped;

    /**
     * Creates one that isn't running.
     *
     * @param deviceFd can be read when the device has a frame
     */
    TunnelLoop(
            TunnelConfig config,
            FramePort device,
            int deviceFd,
            UdpSocket socket,
            LongSupplier clock) {
        this.clock = clock;
        queue = new FrameQueue(config.queueBytes());
        writer = new CellWriter(queue);
        inside = new InsidePort(device, queue);
        reader = new CellReader(inside.frame(), inside::write);
        sender = new CellSender(socket, writer, config.cellBytes());
        receiver = new CellReceiver(socket, reader);
        rate =
                config.rateBps().isPresent()
                        ? Optional.of(
                                new ConstantRate(
                                        config.rateBps().getAsLong(),
                                        config.cellBytes(),
                                        sender.most(),
                                        clock.getAsLong()))
                        : Optional.empty();
        wait = new ReadyWait(deviceFd, socket.fd());
    }

    void run() {
        ReadyWait.favourThisThread();
        while (!stopped) {
            long nowNs = clock.getAsLong();
            runTasks(nowNs);
            if (!turn(nowNs)) {
                pause();
            }
        }
        end(null);
        runTasks(clock.getAsLong());
    }

    private void runTasks(long nowNs) {
        for (Task task = tasks.poll(); task != null; task = tasks.poll()) {
            task.what.accept(nowNs);
            task.done.complete(null);
        }
    }

    /** Does what is to be done now, and returns whether frames or cells came. */
    private boolean turn(long nowNs) {
        boolean canSeal = session != null && session.keys().canSeal();
        boolean busy = inside.read(canSeal && session.mayStream());
        busy |= receiver.read(session, nowNs);
        reader.onTimer(nowNs);
        if (canSeal) {
            session.onTimer(nowNs);
            send();
        }
        return busy;
    }

    private void send() {
        if (sender.isUnderWay()) {
            sender.flush();
        }
        long nowNs = clock.getAsLong();
        if (rate.isPresent()) {
            sendAtRate(rate.get(), nowNs);
            return;
        }
        sendControls(Integer.MAX_VALUE, nowNs);
        if (!session.mayStream()) {
            writer.clear();
        }
        while (!sender.isUnderWay() && writer.hasWaiting() && session.keys().canSeal()) {
            sender.sendWaiting(session, nowNs);
        }
    }

    /** Questions and answers take the place of cells of the stream, so that the rate stays. */
    private void sendAtRate(ConstantRate constant, long nowNs) {
        while (!sender.isUnderWay() && (dueCells > 0 || constant.poll(nowNs))) {
            dueCells = dueCells > 0 ? dueCells : constant.cells();
            dueCells -= sendControls(dueCells, nowNs);
            if (sender.isUnderWay()) {
                return;
            }
            if (!session.mayStream()) {
                writer.clear();
            } else if (dueCells > 0) {
                sender.send(session, dueCells, nowNs);
            }
            dueCells = 0;
        }
    }

    private int sendControls(int most, long nowNs) {
        int count = 0;
        while (count < most && !sender.isUnderWay() && session.keys().canSeal()) {
            Session.Destination where = session.control(nowNs);
            if (where == null) {
                break;
            }
            sender.sendControl(session, where, nowNs);
            count++;
        }
        return count;
    }

    private void pause() {
        long nowNs = clock.getAsLong();
        long leftNs = NAP_NS;
        if (reader.nextDeadlineNs() != CellReader.NEVER) {
            leftNs = Math.min(leftNs, reader.nextDeadlineNs() - nowNs);
        }
        boolean blocked = sender.isUnderWay();
        if (session != null && rate.isPresent() && !blocked) {
            leftNs = Math.min(leftNs, rate.get().nextNs() - nowNs);
        }
        if (leftNs > 0) {
            wait.forWriting(1, blocked);
            wait.sleep(leftNs);
        }
    }

    /** There is another end: both directions begin anew. Confined to the loop. */
    void begin(Session other, long nowNs) {
        end(null);
        session = other;
        writer.reset();
        reader.reset();
        dueCells = 0;
        rate.ifPresent(constant -> constant.restart(nowNs));
    }

    /**
     * A session is over; if it is null, whichever there is. Frames that wait are dropped. Confined
     * to the loop.
     */
    void end(Session over) {
        if (session != null && (over == null || session == over)) {
            session.keys().close();
            session = null;
            sender.forget();
            writer.clear();
        }
    }

    /** Returns the session, null if there is none. Confined to the loop. */
    Session session() {
        return session;
    }

    /**
     * Has the loop do something, which is given the time; from any other thread.
     *
     * @return completes when it is done; never, if the loop has ended before
     */
    CompletableFuture<Void> call(LongConsumer what) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        tasks.add(new Task(what, done));
        return done;
    }

    /** Ends {@link #run} soon; from any thread. */
    void stop() {
        stopped = true;
    }

    /** Returns whether cells are too long for the way. Confined to the loop. */
    boolean isTooLong() {
        return sender.isTooLong();
    }

    /** Returns what was done so far; on the loop, or when it has ended. */
    TunnelReport report() {
        return new TunnelReport(
                session != null,
                sender.sent(),
                receiver.received(),
                sender.padding(),
                reader.padding(),
                queue.added(),
                inside.written(),
                queue.addedBytes(),
                reader.frameBytes(),
                queue.dropped(),
                reader.framesLost(),
                inside.refused(),
                reader.cellsLost(),
                reader.cellsLate(),
                rate.map(ConstantRate::missed).orElse(0L),
                sender.unsent(),
                reader.malformed(),
                receiver.droppedAuth(),
                receiver.droppedReplay(),
                receiver.droppedEpoch());
    }
}
