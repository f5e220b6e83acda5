package org.urdma4j.measure.run;

import org.urdma4j.measure.control.ControlConnection;
import org.urdma4j.measure.control.ControlException;
import org.urdma4j.measure.control.Handshake;
import org.urdma4j.measure.control.Inbox;
import org.urdma4j.measure.control.SignsOfLife;
import org.urdma4j.measure.spec.Load;
import org.urdma4j.measure.traffic.ProcessCpu;
import org.urdma4j.measure.traffic.Sample;
import org.urdma4j.measure.traffic.Tally;
import org.urdma4j.measure.traffic.TrafficEnd;
import org.urdma4j.transport.port.SystemClock;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * One side's loop while traffic flows: takes samples as planned, hands on what the other side says,
 * and watches for what breaks. One thread.
 */
final class RunLoop {
    private static final long NAP_NS = 20_000_000L;
    private static final long NAP_BY_BYTES_NS = 1_000_000L;

    /** What a side does with what happens. */
    interface Handler {
        /** A sample of this side was taken. */
        void onSample(Sample sample) throws IOException;

        /** The other side said something. */
        void onMessage(String event, JsonNode message) throws IOException;

        /** Returns whether the last sample is to be taken now. */
        boolean interrupted();

        /**
         * Returns whether the loop is over.
         *
         * @param sinceLastNs time since the last sample was taken, or -1 before
         */
        boolean over(long sinceLastNs) throws IOException;
    }

    private final TrafficEnd end;
    private final Load load;
    private final ControlConnection connection;
    private final Inbox inbox;
    private final SignsOfLife.Timing timing;
    private final List<Sample> samples = new ArrayList<>();
    private final Tally opening;
    private long startNs;

    /**
     * Creates it, and takes what was counted until now for what every count starts from: the other
     * side's first data may overtake its word that the run begins.
     */
    RunLoop(
            TrafficEnd end,
            Load load,
            ControlConnection connection,
            Inbox inbox,
            SignsOfLife.Timing timing) {
        this.end = end;
        this.load = load;
        this.connection = connection;
        this.inbox = inbox;
        this.timing = timing;
        opening = end.tally();
    }

    /** Starts the traffic and returns when {@code handler} says that it is over. */
    void run(Handler handler) throws IOException, InterruptedException {
        inbox.listen();
        try (SignsOfLife signs =
                new SignsOfLife(connection, Handshake.alive(), timing, timing.everyNs())) {
            run(handler, signs);
        }
    }

    private void run(Handler handler, SignsOfLife signs) throws IOException, InterruptedException {
        SamplePlan plan = new SamplePlan(load);
        startNs = SystemClock.nowNs();
        end.start();
        handler.onSample(add(0, false, opening));
        long next = plan.next(0);
        long lateNs =
                0; // of the sample that ends the omitted start: what is measured is no shorter
        long lastNs = -1;
        while (!handler.over(lastNs < 0 ? -1 : nowNs() - lastNs)) {
            signs.advance();
            checkEnd();
            long now = nowNs();
            if (lastNs < 0) {
                boolean due = now >= next + lateNs;
                boolean last = (due && plan.last(next)) || end.done() || handler.interrupted();
                if (due || last) {
                    handler.onSample(take(last));
                    lateNs = next == load.omitNs() ? now - next : lateNs;
                    lastNs = last ? now : -1;
                    next = plan.next(next); // none is left out when late, lest indices differ
                }
            }
            JsonNode message = inbox.poll(napNs(lastNs < 0 ? next + lateNs - nowNs() : NAP_NS));
            if (message != null) {
                handle(message, handler);
            }
        }
    }

    private void handle(JsonNode message, Handler handler) throws IOException {
        String event = message.path("event").asString("");
        if (event.equals("error")) {
            throw new ControlException(message.path("message").asString("unknown error"));
        }
        handler.onMessage(event, message);
    }

    private void checkEnd() throws ControlException {
        String failure = end.failure();
        if (failure != null) {
            throw new ControlException(failure);
        }
    }

    private long napNs(long untilNextNs) {
        long nap = load.bytes() > 0 ? NAP_BY_BYTES_NS : NAP_NS;
        return Math.clamp(untilNextNs, 0, nap);
    }

    private Sample take(boolean last) {
        Tally tally = end.tally();
        return add(nowNs(), last, tally);
    }

    private Sample add(long timeNs, boolean last, Tally tally) {
        Sample sample = new Sample(samples.size(), timeNs, last, tally, ProcessCpu.now());
        samples.add(sample);
        return sample;
    }

    List<Sample> samples() {
        return samples;
    }

    private long nowNs() {
        return SystemClock.nowNs() - startNs;
    }
}
