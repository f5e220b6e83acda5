package org.urdma4j.measure.run;

import org.urdma4j.measure.control.ControlConnection;
import org.urdma4j.measure.control.ControlException;
import org.urdma4j.measure.control.Handshake;
import org.urdma4j.measure.control.Inbox;
import org.urdma4j.measure.control.SignsOfLife;
import org.urdma4j.measure.port.ServerPort;
import org.urdma4j.measure.spec.RunSpec;
import org.urdma4j.measure.spec.Side;
import org.urdma4j.measure.traffic.EndSetup;
import org.urdma4j.measure.traffic.LatencySummary;
import org.urdma4j.measure.traffic.Progress;
import org.urdma4j.measure.traffic.ProtectionFacts;
import org.urdma4j.measure.traffic.Sample;
import org.urdma4j.measure.traffic.StreamTally;
import org.urdma4j.measure.traffic.Tally;
import org.urdma4j.measure.traffic.TrafficEnd;
import org.urdma4j.measure.traffic.TrafficEnds;
import org.urdma4j.transport.port.SystemClock;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What a server does with one client: run after run until the client closes the connection. */
final class ServerSession {
    private static final long LEAVE_NS = 2_000_000_000L;

    private static final long LOOK_NS = 1_000_000_000L;

    private final ControlConnection connection;
    private final TrafficEnds ends;
    private final ServerPort port;
    private final String software;
    private final ServerListener listener;
    private final BenchServer.Limits limits;
    private final Inbox inbox;

    ServerSession(
            ControlConnection connection,
            TrafficEnds ends,
            ServerPort port,
            String software,
            ServerListener listener,
            BenchServer.Limits limits) {
        this.limits = limits;
        this.connection = connection;
        this.ends = ends;
        this.port = port;
        this.software = software;
        this.listener = listener;
        inbox = new Inbox(connection, "the client", limits.patience().silenceNs());
    }

    /**
     * Serves.
     *
     * @return whether any run was begun
     */
    boolean serve(JsonNode first) throws IOException, InterruptedException {
        boolean ran = false;
        JsonNode line = first;
        while (line != null) {
            ran |= run(Handshake.readRequest(line), line.path("software").asString("unknown"));
            line = next(ran);
        }
        return ran;
    }

    /**
     * After a run the client may go without a word. Until the next one it may say that it is alive,
     * which doesn't keep the server for it, unlike that it opens its end.
     */
    private JsonNode next(boolean ran) throws IOException, InterruptedException {
        try {
            return inbox.await(limits.lineNs());
        } catch (ControlException e) {
            if (ran) {
                return null;
            }
            throw e;
        }
    }

    private boolean run(Handshake.Request request, String peerSoftware)
            throws IOException, InterruptedException {
        EndSetup setup =
                new EndSetup(
                        request.spec(),
                        Side.SERVER,
                        connection.local(),
                        connection.remote(),
                        port.port(),
                        Optional.of(port),
                        Progress.NONE);
        try (SignsOfLife signs = signs(request);
                TrafficEnd end = ends.open(setup.telling(signs::advance))) {
            end.connect(request.offer());
            SignsOfLife.Timing timing = limits.patience().timing();
            RunLoop loop = new RunLoop(end, request.spec().load(), connection, inbox, timing);
            JsonNode answer = Handshake.answer(end.offer(), end.facts(), software);
            signs.end();
            connection.send(answer);
            awaitStart();
            RunHead head =
                    new RunHead(
                            request.spec(),
                            Side.SERVER,
                            new InetSocketAddress(connection.local(), connection.localPort()),
                            new InetSocketAddress(connection.remote(), connection.remotePort()),
                            end.facts(),
                            end.facts(),
                            peerSoftware,
                            Instant.now());
            new Run(end, head, loop).conduct();
            return true;
        }
    }

    /** Signs of this end's opening, none to a client that would take one for the answer. */
    private SignsOfLife signs(Handshake.Request request) {
        SignsOfLife.Timing timing = limits.patience().timing();
        SignsOfLife signs =
                new SignsOfLife(connection, Handshake.opening(software), timing, timing.everyNs());
        if (!request.signs()) {
            signs.end();
        }
        return signs;
    }

    private void awaitStart() throws IOException, InterruptedException {
        JsonNode line = inbox.await(limits.lineNs());
        String event = line == null ? "" : line.path("event").asString("");
        if (!event.equals(Messages.START)) {
            throw new ControlException("the client did not start the run");
        }
    }

    /** One run after the handshake. */
    private final class Run implements RunLoop.Handler {
        private final TrafficEnd end;
        private final RunHead head;
        private final RunLoop loop;
        private boolean done;
        private boolean stop;
        private boolean atOnce;
        private boolean wantsOutput;
        private long looksNs;
        private long movedNs = SystemClock.nowNs();
        private long packets = -1;
        private long bytes;

        Run(TrafficEnd end, RunHead head, RunLoop loop) {
            this.end = end;
            this.head = head;
            this.loop = loop;
        }

        void conduct() throws IOException, InterruptedException {
            listener.onStart(head);
            String failure = null;
            try {
                loop.run(this);
                end.stop();
                failure = end.failure();
            } catch (IOException e) {
                failure = e.getMessage();
            }
            LatencySummary latency = end.latency();
            listener.onEnd(record(latency, failure));
            takeLeave(
                    failure == null
                            ? Messages.bye(latency, wantsOutput ? listener.output() : "")
                            : Handshake.error("the server: " + failure, software));
        }

        private void takeLeave(JsonNode word) throws InterruptedException {
            try {
                connection.send(word);
                awaitLeave();
            } catch (IOException _) {
                // the client is gone, and the run is over
            }
        }

        /** Traffic that is closed under a client looks to it as if it broke. */
        private void awaitLeave() throws InterruptedException {
            long deadlineNs = SystemClock.nowNs() + LEAVE_NS;
            try {
                JsonNode line = inbox.poll(LEAVE_NS);
                while (line != null && !line.path("event").asString("").equals(Messages.LEFT)) {
                    line = inbox.poll(Math.max(0, deadlineNs - SystemClock.nowNs()));
                }
            } catch (ControlException _) {
                // it is gone, which is as good
            }
        }

        private RunRecord record(LatencySummary latency, String failure) {
            ProtectionFacts protection = end.protection().orElse(null);
            return new RunRecord(
                    head, loop.samples(), List.of(), latency, null, protection, "", failure);
        }

        @Override
        public void onSample(Sample sample) throws IOException {
            done |= sample.last();
            tell(sample);
            if (sample.index() > 0) {
                listener.onInterval(record(null, null), sample.index());
            }
        }

        private void tell(Sample sample) throws ControlException {
            try {
                connection.send(Messages.sample(sample));
            } catch (IOException e) {
                throw new ControlException("the client is gone: " + e.getMessage(), e);
            }
        }

        @Override
        public void onMessage(String event, JsonNode message) {
            if (event.equals(Messages.STOP)) {
                stop = true;
                atOnce = message.path("now").asBoolean(true);
                wantsOutput = message.path("output").asBoolean(false);
            }
        }

        @Override
        public boolean interrupted() {
            RunSpec spec = head.spec();
            // What is under way completes, or is counted: datagrams to a group by their numbers.
            boolean waits =
                    spec.direction().posts(Side.SERVER)
                            || (spec.toGroup() && spec.load().bytes() > 0);
            return stop && (atOnce || !waits);
        }

        @Override
        public boolean over(long sinceLastNs) throws IOException {
            if (sinceLastNs > limits.lineNs() && !stop) {
                throw new ControlException("the client did not end the run");
            }
            checkProgress(SystemClock.nowNs());
            return stop && done;
        }

        /** A client that only says that it is alive keeps others from being served. */
        private void checkProgress(long nowNs) throws ControlException {
            if (nowNs < looksNs) {
                return;
            }
            looksNs = nowNs + LOOK_NS;
            Tally tally = end.tally();
            StreamTally sum = tally.sum();
            if (tally.wire().received() != packets || sum.done() + sum.received() != bytes) {
                packets = tally.wire().received();
                bytes = sum.done() + sum.received();
                movedNs = nowNs;
            } else if (nowNs - movedNs > limits.stillNs() && !done) {
                throw new ControlException(
                        "nothing moved for %d s".formatted(limits.stillNs() / 1_000_000_000));
            }
        }
    }
}
