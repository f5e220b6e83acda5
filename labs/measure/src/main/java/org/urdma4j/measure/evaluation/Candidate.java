package org.urdma4j.measure.evaluation;

import org.urdma4j.measure.spec.Range;
import org.urdma4j.measure.spec.Tuning;
import org.urdma4j.simulation.congestion.Bottleneck;
import org.urdma4j.simulation.congestion.Download;
import org.urdma4j.simulation.congestion.Rival;
import org.urdma4j.simulation.tcp.TcpFlow;
import org.urdma4j.verbs.CongestionControlType;
import org.urdma4j.verbs.UrdmaTuning;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Whose flows are judged: a congestion control of URDMA's, or one of the rivals, to compare. */
public sealed interface Candidate {
    /** Returns its name on the command line. */
    String label();

    /** Returns the rules that its flows go without, none unless their worth is to be measured. */
    default Set<String> without() {
        return Set.of();
    }

    /** Begins one of its flows. */
    void addTo(Bottleneck bottleneck, EvaluationCell cell);

    /** Begins one of its flows that ends when so much has arrived. */
    Download download(Bottleneck bottleneck, long bytes);

    /**
     * A congestion control that goes by reports and needs to be told nothing of the path.
     *
     * @param without rules of RRCC, by name, that it goes without
     */
    record Urdma(CongestionControlType control, Set<String> without) implements Candidate {
        public Urdma {
            without = Set.copyOf(without);
        }

        @Override
        public String label() {
            return Tuning.label(control);
        }

        @Override
        public void addTo(Bottleneck bottleneck, EvaluationCell cell) {
            UrdmaTuning tuning = UrdmaTuning.builder().congestionControl(control).build();
            bottleneck.addOurs(tuning, cell.payload(), cell.messageBytes(), cell.paths());
        }

        @Override
        public Download download(Bottleneck bottleneck, long bytes) {
            UrdmaTuning tuning = UrdmaTuning.builder().congestionControl(control).build();
            return bottleneck.download(tuning, EvaluationCell.PAYLOAD, bytes);
        }
    }

    /** One of TCP's; where a flow should have several paths it has one. */
    record Tcp(Rival rival) implements Candidate {
        @Override
        public String label() {
            return rival.name().toLowerCase(Locale.ROOT);
        }

        @Override
        public void addTo(Bottleneck bottleneck, EvaluationCell cell) {
            bottleneck.addInPlaceOfOurs(rival, cell.segment());
        }

        @Override
        public Download download(Bottleneck bottleneck, long bytes) {
            return bottleneck.download(rival, TcpFlow.SEGMENT, bytes);
        }
    }

    /** Returns who can be judged, ours first. */
    static List<Candidate> all() {
        List<Candidate> all = new ArrayList<>();
        for (CongestionControlType control : CongestionControlType.values()) {
            if (control.needsReports() && !control.grants()) {
                all.add(new Urdma(control, Set.of()));
            }
        }
        for (Rival rival : Rival.values()) {
            all.add(new Tcp(rival));
        }
        return all;
    }

    /**
     * Returns who has this name.
     *
     * @throws IllegalArgumentException if nobody has
     */
    static Candidate parse(String name) {
        List<String> names = all().stream().map(Candidate::label).toList();
        Range.require(
                names.contains(name),
                "--cc is one of %s, not \"%s\"".formatted(String.join(", ", names), name));
        return all().get(names.indexOf(name));
    }
}
