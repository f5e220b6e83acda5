package org.urdma4j.measure.capture;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Adds packets up by flow: by sender, receiver, and the receiver's queue pair. Which two flows are
 * the directions of a connection is found out from answers that name packets of the other; so it
 * stays unknown where packets that many flows have in common are all that was captured.
 */
public final class FlowTable implements CaptureListener {
    private static final int MOST_FLOWS = 1 << 16;

    /** How many flows are asked at most whether an answer is to theirs. */
    private static final int MOST_ASKED = 32;

    private final Map<Flow.Key, Flow> flows = new HashMap<>();
    private final Map<Hosts, List<Flow>> byHosts = new HashMap<>();
    private final PathTallies tallies = new PathTallies();
    private final PauseTally pauses = new PauseTally();
    private final Recent<End, End> ends = new Recent<>(MOST_FLOWS);
    private long startNs = Long.MIN_VALUE;
    private long nowNs;
    private long untracked;
    private int turn;

    private record End(HostAddress host, int qp) {}

    private record Hosts(HostAddress source, HostAddress destination) {
        static Hosts of(Flow.Key key) {
            return new Hosts(key.source(), key.destination());
        }

        Hosts reversed() {
            return new Hosts(destination, source);
        }
    }

    @Override
    public void onPacket(CapturedPacket packet) {
        if (packet.integrity() == Integrity.WRONG) {
            return;
        }
        if (packet.hasTime()) {
            startNs = startNs == Long.MIN_VALUE ? packet.timeNs() : startNs;
            nowNs = packet.timeNs() - startNs;
        }
        Flow flow = flow(packet);
        if (flow == null) {
            untracked++;
            return;
        }
        tallies.take(packet);
        Answer answer = flow.take(packet, nowNs);
        if (answer != null) {
            Flow about = flow.peer() == null ? pair(flow, answer) : flow.peer();
            if (about != null) {
                about.answered(answer, nowNs);
            }
        }
    }

    @Override
    public void onConnection(Connection made) {
        End asker = new End(made.asker(), made.askerQp());
        End answerer = new End(made.answerer(), made.answererQp());
        ends.put(asker, answerer);
        ends.put(answerer, asker);
    }

    @Override
    public void onPause(PauseFrame frame) {
        pauses.take(frame);
    }

    private Flow flow(CapturedPacket packet) {
        var key = new Flow.Key(packet.source(), packet.destination(), packet.destQp());
        Flow flow = flows.get(key);
        if (flow == null && flows.size() < MOST_FLOWS) {
            flow = new Flow(key, packet);
            flows.put(key, flow);
            byHosts.computeIfAbsent(Hosts.of(key), _ -> new ArrayList<>()).add(flow);
            pairAsConnected(flow);
        }
        return flow;
    }

    private void pairAsConnected(Flow flow) {
        End other = ends.get(new End(flow.key.destination(), flow.key.qp()));
        if (other != null) {
            Flow back = flows.get(new Flow.Key(flow.key.destination(), other.host(), other.qp()));
            if (back != null && back.peer() == null) {
                flow.pairWith(back);
            }
        }
    }

    /**
     * Finds the one flow, if it is only one, that the answer is to. Flows may have numbers in
     * common, so two answers have to agree.
     */
    private Flow pair(Flow from, Answer answer) {
        List<Flow> candidates = byHosts.getOrDefault(Hosts.of(from.key).reversed(), List.of());
        Flow found = null;
        for (int i = Math.min(candidates.size(), MOST_ASKED); i > 0; i--) {
            turn = (turn + 1) % candidates.size();
            Flow candidate = candidates.get(turn);
            if (candidate.peer() == null && candidate != from && candidate.hasSent(answer)) {
                if (found != null) {
                    return null;
                }
                found = candidate;
            }
        }
        return found != null && from.agrees(found, answer) ? found : null;
    }

    /** Returns the flows, those with the most payload first. */
    public List<FlowSummary> summaries() {
        return flows.values().stream()
                .map(flow -> flow.summary(tallies))
                .sorted(
                        Comparator.comparingLong(FlowSummary::payloadBytes)
                                .thenComparingLong(FlowSummary::bytes)
                                .reversed()
                                .thenComparing(FlowSummary::name))
                .toList();
    }

    /** Returns what was paused. */
    public PauseTally pauses() {
        return pauses;
    }

    /** Returns packets of flows beyond the 65,536 that are kept. */
    public long untracked() {
        return untracked;
    }
}
