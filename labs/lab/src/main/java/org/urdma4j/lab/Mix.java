package org.urdma4j.lab;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Flows that run at the same time over the same path; mostly one. */
public record Mix(List<FlowKind> flows) {
    private static final int MAX_FLOWS = 8;

    /** Copies the list, which has one flow at least and eight at most. */
    public Mix {
        if (flows.isEmpty() || flows.size() > MAX_FLOWS) {
            throw new IllegalArgumentException("1 to 8 flows can run beside each other");
        }
        flows = List.copyOf(flows);
    }

    /**
     * Reads protocols joined by plus signs, such as {@code urdma} or {@code urdma+tcp-cubic}.
     *
     * @throws IllegalArgumentException if one is unknown
     */
    public static Mix parse(String text) {
        return new Mix(Stream.of(text.split("\\+", -1)).map(FlowKind::new).toList());
    }

    public String name() {
        return flows.stream().map(FlowKind::name).collect(Collectors.joining("+"));
    }

    public boolean is(FlowKind kind) {
        return flows.size() == 1 && flows.getFirst().equals(kind);
    }
}
