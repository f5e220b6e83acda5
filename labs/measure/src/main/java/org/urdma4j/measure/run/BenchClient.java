package org.urdma4j.measure.run;

import org.urdma4j.measure.control.ControlConnection;
import org.urdma4j.measure.control.ControlException;
import org.urdma4j.measure.control.Handshake;
import org.urdma4j.measure.control.Inbox;
import org.urdma4j.measure.control.SignsOfLife;
import org.urdma4j.measure.spec.RunSpec;
import org.urdma4j.measure.spec.Side;
import org.urdma4j.measure.traffic.EndSetup;
import org.urdma4j.measure.traffic.LatencySummary;
import org.urdma4j.measure.traffic.ProtectionFacts;
import org.urdma4j.measure.traffic.Responsiveness;
import org.urdma4j.measure.traffic.Sample;
import org.urdma4j.measure.traffic.TrafficEnd;
import org.urdma4j.measure.traffic.TrafficEnds;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The side that says what is run. One connection serves any number of runs, one after the other.
 * All calls come from one thread, but {@link #interrupt}.
 */
public final class BenchClient implements AutoCloseable {
    private static final long LAST_SAMPLE_NS = 30_000_000_000L;

    private final ControlConnection connection;
    private final Inbox inbox;
    private final TrafficEnds ends;
    private final int port;
    private final String software;
    private final boolean wantsOutput;
    private final Patience patience;
    private boolean serverKnowsSigns;
    private volatile String interrupted; // why; null while nobody wants the end
    private Thread preparing; // null while a run goes on, or none

    /**
     * Takes a connection over.
     *
     * @param ends opens the traffic ends
     * @param port UDP port of RDMA
     * @param software our version, for the other side
     * @param wantsOutput whether the server shall send what it printed
     */
    public BenchClient(
            ControlConnection connection,
            TrafficEnds ends,
            int port,
            String software,
            boolean wantsOutput) {
        this(connection, ends, port, software, wantsOutput, Patience.DEFAULT);
    }

    BenchClient(
            ControlConnection connection,
            TrafficEnds ends,
            int port,
            String software,
            boolean wantsOutput,
            Patience patience) {
        this.connection = connection;
        this.ends = ends;
        this.port = port;
        this.software = software;
        this.wantsOutput = wantsOutput;
        this.patience = patience;
        inbox = new Inbox(connection, "the server", patience.silenceNs());
    }

    /**
     * Ends the run that goes on as soon as it can, with what was measured; one that has not begun
     * is given up. From any thread.
     *
     * @param why a line for people, which becomes the failure of the run
     */
    public synchronized void interrupt(String why) {
        interrupted = why;
        if (preparing != null) {
            preparing.interrupt();
        }
    }

    private synchronized void prepare() throws InterruptedException {
        if (interrupted != null) {
            throw new InterruptedException(interrupted);
        }
        preparing = Thread.currentThread();
    }

    /** From here on a run that is interrupted has something to say. */
    private synchronized void prepared() {
        preparing = null;
        var _ = Thread.interrupted();
    }

    /**
     * Runs once.
     *
     * @return what was measured; what broke after the traffic had begun is its failure
     * @throws IOException if it can't begin; the message is a line for people
     * @throws InterruptedException if it was interrupted before it began
     */
    public RunRecord run(RunSpec spec, RunListener listener)
            throws IOException, InterruptedException {
        prepare();
        EndSetup setup =
                new EndSetup(spec, Side.CLIENT, connection.local(), connection.remote(), port);
        try (SignsOfLife signs = signs();
                TrafficEnd end = ends.open(setup.telling(signs::advance))) {
            Handshake.Answer answer = ask(Handshake.request(spec, end.offer(), software));
            announce(answer, signs);
            end.connect(answer.offer());
            signs.end();
            end.idle();
            RunHead head =
                    new RunHead(
                            spec,
                            Side.CLIENT,
                            new InetSocketAddress(connection.local(), connection.localPort()),
                            new InetSocketAddress(connection.remote(), connection.remotePort()),
                            end.facts(),
                            answer.facts(),
                            answer.software(),
                            Instant.now());
            Run run = new Run(end, head, listener);
            prepared();
            return run.conduct();
        } catch (IllegalArgumentException e) {
            throw new ControlException(e.getMessage(), e);
        } finally {
            prepared();
        }
    }

    private SignsOfLife signs() {
        SignsOfLife.Timing timing = patience.timing();
        return new SignsOfLife(
                connection,
                Handshake.opening(software),
                timing,
                serverKnowsSigns ? timing.everyNs() : patience.firstSignNs());
    }

    /** Connecting takes long, too. A server that doesn't know signs would take one for a start. */
    private void announce(Handshake.Answer answer, SignsOfLife signs) {
        serverKnowsSigns = answer.signs();
        if (serverKnowsSigns) {
            signs.advance();
            signs.hurry();
        } else {
            signs.end();
        }
    }

    private Handshake.Answer ask(JsonNode request) throws IOException, InterruptedException {
        try {
            connection.send(request);
        } catch (IOException _) {
            // What the server said before it went tells more, or else that it went.
        }
        return Handshake.readAnswer(await());
    }

    private JsonNode await() throws IOException, InterruptedException {
        JsonNode line = inbox.await(patience.answerNs());
        if (line == null) {
            throw new ControlException(
                    "no answer from the server on its control port for %d s"
                            .formatted(patience.answerNs() / 1_000_000_000));
        }
        return line;
    }

    @Override
    public void close() {
        connection.close();
    }

    /** One run after the handshake. */
    private final class Run implements RunLoop.Handler {
        private final TrafficEnd end;
        private final RunHead head;
        private final RunListener listener;
        private final RunLoop loop;
        private final List<Sample> remote = new ArrayList<>();
        private LatencySummary latency;
        private Responsiveness responsiveness;
        private ProtectionFacts protection;
        private String output = "";
        private boolean remoteDone;
        private boolean localDone;
        private boolean stopSent;
        private boolean bye;
        private int told;

        Run(TrafficEnd end, RunHead head, RunListener listener) {
            this.end = end;
            this.head = head;
            this.listener = listener;
            loop = new RunLoop(end, head.spec().load(), connection, inbox, patience.timing());
        }

        RunRecord conduct() throws InterruptedException {
            listener.onStart(head);
            String failure = null;
            try {
                connection.send(Messages.start());
                loop.run(this);
                end.stop();
                LatencySummary ours = end.latency();
                latency = ours == null ? latency : ours;
                responsiveness = end.responsiveness().orElse(null);
                protection = end.protection().orElse(null);
                failure = end.failure(); // what breaks after this is the other side's leaving
                finish();
                connection.send(Messages.left());
            } catch (IOException e) {
                failure = e.getMessage();
            }
            String broke = failure == null ? interrupted : failure;
            RunRecord record = record(broke == null ? NoDataFailure.explain(record(null)) : broke);
            listener.onEnd(record);
            return record;
        }

        private RunRecord record(String failure) {
            return new RunRecord(
                    head,
                    loop.samples(),
                    remote,
                    latency,
                    responsiveness,
                    protection,
                    output,
                    failure);
        }

        private void finish() throws IOException, InterruptedException {
            stop(true);
            while (!bye) {
                JsonNode line = await();
                String event = line.path("event").asString("");
                if (event.equals("error")) {
                    throw new ControlException(line.path("message").asString("it failed"));
                }
                onMessage(event, line);
            }
        }

        @Override
        public void onSample(Sample sample) throws IOException {
            localDone |= sample.last();
            if (sample.last() && (interrupted != null || head.spec().load().bytes() > 0)) {
                stop(interrupted != null); // the server's clock doesn't tell it to end
            }
            tell();
        }

        private void stop(boolean now) throws IOException {
            if (!stopSent) {
                stopSent = true;
                connection.send(Messages.stop(now, wantsOutput));
            }
        }

        @Override
        public void onMessage(String event, JsonNode message) throws IOException {
            if (event.equals(Messages.SAMPLE)) {
                Sample sample = Messages.read(message, "sample", Sample.class);
                if (sample == null || sample.index() != remote.size() || sample.tally() == null) {
                    throw new ControlException("the server's samples are out of order");
                }
                remote.add(sample);
                remoteDone |= sample.last();
                tell();
            } else if (event.equals(Messages.BYE)) { // possibly before our loop has ended
                bye = true;
                output = message.path("output").asString("");
                LatencySummary theirs = Messages.read(message, "latency", LatencySummary.class);
                latency = theirs == null ? latency : theirs;
            }
        }

        private void tell() {
            int ready =
                    localDone && remoteDone
                            ? Math.max(loop.samples().size(), remote.size())
                            : Math.min(loop.samples().size(), remote.size());
            while (told + 1 < ready) {
                told++;
                listener.onInterval(record(null), told);
            }
        }

        @Override
        public boolean interrupted() {
            return interrupted != null || (remoteDone && onlyAnswers());
        }

        /** A client whose memory is read learns of the end of a run by bytes from the server. */
        private boolean onlyAnswers() {
            RunSpec spec = head.spec();
            return spec.load().bytes() > 0
                    && !spec.direction().posts(Side.CLIENT)
                    && !spec.receives(Side.CLIENT);
        }

        @Override
        public boolean over(long sinceLastNs) throws IOException {
            if (sinceLastNs > LAST_SAMPLE_NS) {
                throw new ControlException("the server did not finish the run");
            }
            return localDone && remoteDone;
        }
    }
}
