package org.urdma4j.measure.capture;

import org.urdma4j.codec.urdma.ReportReader;

import java.util.AbstractList;
import java.util.Arrays;
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

    /** What all together may remember beyond the first packets, in bytes. */
    private static final long MEMORY = 48L << 20;

    private final MemoryBudget budget = new MemoryBudget(MEMORY);
    private final ReportReader reader = new ReportReader();
    private final Map<Flow.Key, Flow> flows = new HashMap<>();
    private final Map<Hosts.Key, Hosts> hosts = new HashMap<>();
    private final PathTallies tallies = new PathTallies();
    private final PauseTally pauses = new PauseTally();
    private final Recent<End, End> ends = new Recent<>(MOST_FLOWS);
    private long startNs = Long.MIN_VALUE;
    private long nowNs;
    private long untracked;
    private int turn;

    /** Frames don't even tell between which hosts they went. */
    private boolean incomplete;

    /** Frames don't tell between which queue pairs they went. */
    private boolean someIncomplete;

    private record End(HostAddress host, int qp) {}

    @Override
    public void onPacket(CapturedPacket packet) {
        if (packet.integrity() == Integrity.WRONG) {
            return;
        }
        if (packet.hasTime()) {
            startNs = startNs == Long.MIN_VALUE ? packet.timeNs() : startNs;
            nowNs = packet.timeNs() - startNs;
        }
        if (packet.mayBeSeveral() || !packet.isStatusKnown()) {
            incomplete(packet.source(), packet.destination());
        }
        Flow flow = flow(packet);
        if (flow == null) {
            untracked++;
            return;
        }
        tallies.take(packet);
        Acknowledgement answer = flow.take(packet, nowNs);
        if (answer != null) {
            Flow about = flow.peer() == null ? pair(flow, answer) : flow.peer();
            if (about != null) {
                about.answered(answer, nowNs);
            }
        }
    }

    @Override
    public void onCut(CutFrame frame) {
        if (frame.pause()) {
            pauses.cut();
        } else if (frame.source() == null) {
            incomplete = true;
        } else {
            incomplete(frame.source(), frame.destination());
        }
    }

    private void incomplete(HostAddress source, HostAddress destination) {
        someIncomplete = true;
        Hosts between = hosts(new Hosts.Key(source, destination));
        if (between == null) {
            incomplete = true;
        } else {
            between.incomplete = true;
        }
    }

    /** Returns what is known of them, or null if there are too many. */
    private Hosts hosts(Hosts.Key key) {
        Hosts known = hosts.get(key);
        if (known == null && hosts.size() < 2 * MOST_FLOWS) {
            known = new Hosts();
            hosts.put(key, known);
        }
        return known;
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
        Hosts between = flow == null && flows.size() < MOST_FLOWS ? hosts(Hosts.Key.of(key)) : null;
        if (between != null) {
            flow = new Flow(key, between, packet, budget, reader);
            flows.put(key, flow);
            between.flows.add(flow);
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
    private Flow pair(Flow from, Acknowledgement answer) {
        Hosts back = hosts.get(Hosts.Key.of(from.key).reversed());
        List<Flow> candidates = back == null ? List.of() : back.flows;
        Flow found = null;
        for (int i = Math.min(candidates.size(), MOST_ASKED); i > 0; i--) {
            turn = (turn + 1) % candidates.size();
            Flow candidate = candidates.get(turn);
            if (candidate.peer() == null && candidate != from) {
                boolean sent = candidate.hasSent(answer);
                if (candidate.mayHaveSentMore() || (sent && found != null)) {
                    return null;
                }
                found = sent ? candidate : found;
            }
        }
        return found != null && from.agrees(found, answer) ? found : null;
    }

    /**
     * Returns the flows, those with the most payload first. Each is made when it is asked for: all
     * together would take as much memory as the table.
     */
    public List<FlowSummary> summaries() {
        Flow[] sorted = flows.values().toArray(Flow[]::new);
        Arrays.sort(sorted, Flow::compareTo);
        return new Summaries(sorted);
    }

    private FlowSummary summary(Flow flow) {
        Hosts back = hosts.get(Hosts.Key.of(flow.key).reversed());
        boolean byOthers = flow.paths != null && someIncomplete;
        return new FlowFigures(flow, tallies, back, !incomplete && !byOthers).summary();
    }

    private final class Summaries extends AbstractList<FlowSummary> {
        private final Flow[] sorted;

        Summaries(Flow[] sorted) {
            this.sorted = sorted;
        }

        @Override
        public FlowSummary get(int index) {
            return summary(sorted[index]);
        }

        @Override
        public int size() {
            return sorted.length;
        }
    }

    public PauseTally pauses() {
        return pauses;
    }

    /** Returns packets of flows beyond the 65,536 that are kept. */
    public long untracked() {
        return untracked;
    }
}
