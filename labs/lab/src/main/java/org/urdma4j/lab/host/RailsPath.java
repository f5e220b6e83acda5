package org.urdma4j.lab.host;

import org.urdma4j.gateway.process.Subprocess;
import org.urdma4j.lab.PathJson;
import org.urdma4j.lab.PathResult;
import org.urdma4j.measure.rail.RailEvent;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code urdma wan} several times, a process for each rail, of which some die and come back. Time
 * counts from when data begins to flow, as the emulators say.
 */
final class RailsPath implements LabPath {
    private static final long READY_TIMEOUT_S = 30;
    private static final long STOP_TIMEOUT_S = 10;

    /** More than connections take to be made. */
    private static final long DATA_BYTES = 128 << 10;

    private static final Pattern OFFERED = Pattern.compile("\"offered_bytes\":(\\d+)");

    private final Host host;
    private final List<List<String>> commands;
    private final List<RailEvent> events;
    private final List<Subprocess> rails = new ArrayList<>();
    private final ScheduledExecutorService timer =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().daemon().name("lab-rails").factory());
    private boolean flowing;

    /**
     * @param commands of each rail; they print counters and listen
     * @param events in the order of time
     */
    RailsPath(Host host, List<List<String>> commands, List<RailEvent> events) {
        this.host = host;
        this.commands = commands;
        this.events = events;
    }

    @Override
    public void open() throws IOException, InterruptedException {
        for (List<String> command : commands) {
            rails.add(host.startListening("wan " + rails.size(), command, this::onLine));
        }
        for (Subprocess rail : rails) {
            rail.awaitLine(line -> line.contains("ready"), READY_TIMEOUT_S);
        }
    }

    private void onLine(String line) {
        Matcher there = OFFERED.matcher(line);
        if (there.find() && Long.parseLong(there.group(1)) >= DATA_BYTES) {
            begin();
        }
    }

    private synchronized void begin() {
        if (flowing || timer.isShutdown()) {
            return;
        }
        flowing = true;
        for (RailEvent event : events) {
            var _ = timer.schedule(() -> happen(event), event.atNs(), TimeUnit.NANOSECONDS);
        }
    }

    private void happen(RailEvent event) {
        try {
            rails.get(event.rail()).say(event.kills() ? "kill" : "revive");
        } catch (IOException _) {
            // it has ended, and says so when it is stopped
        }
    }

    @Override
    public long cpuNs() {
        return rails.stream().mapToLong(EmulatedPath::cpuNs).sum();
    }

    @Override
    public PathResult close() throws IOException, InterruptedException {
        synchronized (this) {
            timer.shutdownNow();
        }
        PathResult all = PathResult.UNKNOWN;
        IOException failed = null;
        for (int i = 0; i < rails.size(); i++) {
            try {
                PathResult one = PathJson.parse(rails.get(i).stop(STOP_TIMEOUT_S));
                all = i == 0 ? one : all.and(one);
            } catch (IOException e) {
                failed = e;
            } finally {
                host.release(rails.get(i));
            }
        }
        if (failed != null) {
            throw failed;
        }
        return all;
    }
}
