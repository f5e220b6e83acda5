package org.urdma4j.measure.run;

import org.urdma4j.measure.traffic.EndFacts;
import org.urdma4j.measure.traffic.EndSetup;
import org.urdma4j.measure.traffic.LatencySummary;
import org.urdma4j.measure.traffic.ProtectionFacts;
import org.urdma4j.measure.traffic.Tally;
import org.urdma4j.measure.traffic.TrafficEnd;
import org.urdma4j.measure.traffic.TrafficEnds;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.util.Optional;

/**
 * Ends that take long to be opened and connected.
 *
 * @param ends what they are
 * @param openMs how long that takes
 * @param connectMs how long this takes
 * @param tells whether they tell meanwhile how they get on
 */
record SlowEnds(TrafficEnds ends, long openMs, long connectMs, boolean tells)
        implements TrafficEnds {
    private static final long STEP_MS = 5;

    @Override
    public TrafficEnd open(EndSetup setup) throws IOException, InterruptedException {
        pass(setup, openMs);
        return new Slow(setup, ends.open(setup));
    }

    private void pass(EndSetup setup, long ms) throws InterruptedException {
        for (long passed = 0; passed < ms; passed += STEP_MS) {
            Thread.sleep(STEP_MS);
            if (tells) {
                setup.progress().step();
            }
        }
    }

    private final class Slow implements TrafficEnd {
        private final EndSetup setup;
        private final TrafficEnd end;

        Slow(EndSetup setup, TrafficEnd end) {
            this.setup = setup;
            this.end = end;
        }

        @Override
        public JsonNode offer() {
            return end.offer();
        }

        @Override
        public void connect(JsonNode offer) throws IOException, InterruptedException {
            pass(setup, connectMs);
            end.connect(offer);
        }

        @Override
        public EndFacts facts() {
            return end.facts();
        }

        @Override
        public void start() throws IOException, InterruptedException {
            end.start();
        }

        @Override
        public Tally tally() {
            return end.tally();
        }

        @Override
        public boolean done() {
            return end.done();
        }

        @Override
        public String failure() {
            return end.failure();
        }

        @Override
        public LatencySummary latency() {
            return end.latency();
        }

        @Override
        public Optional<ProtectionFacts> protection() {
            return end.protection();
        }

        @Override
        public void stop() throws InterruptedException {
            end.stop();
        }

        @Override
        public void close() {
            end.close();
        }
    }
}
