package org.urdma4j.measure.capture;

import java.util.List;

/** Makes of what was counted of a flow the figures that are known. */
final class FlowFigures {
    private static final double NS_PER_SECOND = 1e9;

    private final Flow flow;
    private final PathTallies tallies;

    /** All frames between the hosts tell what they are. */
    private final boolean whole;

    /** Those of the other way, too, and their answers. */
    private boolean answersWhole;

    private final boolean urdma;
    private boolean sequenceKnown;
    private boolean lateKnown;
    private boolean arrivalsKnown;
    private long passed;
    private long missing;
    private long late;
    private long numbers;
    private Long reportedMissing;

    /**
     * Adds up.
     *
     * @param back what goes the other way between the hosts, or null
     * @param all whether no frame at all is incomplete
     */
    FlowFigures(Flow flow, PathTallies tallies, Hosts back, boolean all) {
        this.flow = flow;
        this.tallies = tallies;
        whole = all && !flow.hosts.incomplete;
        answersWhole = whole && (back == null || !(back.incomplete || back.answersCut));
        urdma = "urdma".equals(flow.profile);
        ofSequence();
        if (flow.paths != null || (urdma && flow.payloadCut)) {
            ofPaths();
        }
    }

    private void ofSequence() {
        sequenceKnown = whole;
        lateKnown = whole;
        for (SequenceSpace space : flow.spaces) {
            if (space != null) {
                passed += space.passed();
                missing += space.holes();
                sequenceKnown &= !space.passedUnknown();
                lateKnown &= !space.arrivalsUnknown();
            }
        }
        arrivalsKnown = lateKnown && !flow.payloadCut;
        late = flow.reordered;
        numbers = flow.numbered + missing;
        reportedMissing = flow.reported(false);
    }

    /** Numbers on paths are behind what may be cut off. */
    private void ofPaths() {
        PathSpaces paths = flow.paths;
        answersWhole &= !tallies.isCut();
        sequenceKnown = whole && paths != null && !flow.payloadCut && !paths.isUnknown();
        lateKnown &= sequenceKnown;
        if (!sequenceKnown) {
            reportedMissing = null;
            return;
        }
        passed = paths.passed();
        missing = paths.holes();
        late = paths.reordered();
        numbers = paths.numbered() + missing;
        Flow peer = flow.peer();
        reportedMissing = peer == null ? null : tallies.missing(peer.key.qp(), paths.paths());
    }

    private Double loss() {
        boolean known = sequenceKnown && lateKnown && (answersWhole || !urdma);
        long lost = reportedMissing == null ? passed - late : reportedMissing;
        return !known || numbers == 0 ? null : Math.clamp((double) lost / numbers, 0, 1);
    }

    private Double goodput(double seconds) {
        boolean known = arrivalsKnown && flow.payload > 0 && seconds > 0;
        return known ? flow.payload * 8 / seconds : null;
    }

    FlowSummary summary() {
        Flow peer = flow.peer();
        double seconds = Math.max(0, flow.lastNs - flow.firstNs) / NS_PER_SECOND;
        boolean onOnePath = flow.paths == null && !flow.payloadCut;
        boolean timed = answersWhole && flow.roundTrips != null && !flow.roundTrips.isCut();
        return new FlowSummary(
                flow.key.source().toString(),
                flow.key.destination().toString(),
                flow.key.qp(),
                peer == null ? null : peer.key.qp(),
                flow.profile,
                flow.encapsulation,
                known(whole, flow.packets),
                known(whole, flow.bytes),
                known(arrivalsKnown, flow.payload),
                whole ? flow.firstNs / NS_PER_SECOND : null,
                whole ? seconds : null,
                goodput(seconds),
                known(sequenceKnown, passed),
                known(sequenceKnown && lateKnown, missing),
                known(whole, flow.again),
                known(lateKnown, flow.duplicates),
                known(lateKnown, late),
                loss(),
                answersWhole ? reportedMissing : null,
                answersWhole && onOnePath ? flow.reported(true) : null,
                known(whole, flow.repairs),
                known(whole && !flow.syndromesCut && !flow.reportsCut, flow.acks),
                known(whole && !flow.syndromesCut, flow.naks),
                known(whole && !flow.syndromesCut, flow.rnrNaks),
                known(whole, flow.cnps),
                known(whole, flow.marked),
                timed ? flow.roundTrips.summary() : null,
                arrivalsKnown && answersWhole && flow.bins != null
                        ? flow.bins.points()
                        : List.of());
    }

    private static Long known(boolean isKnown, long value) {
        return isKnown ? value : null;
    }
}
