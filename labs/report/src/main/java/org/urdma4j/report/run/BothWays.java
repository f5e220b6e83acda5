package org.urdma4j.report.run;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.List;

/** Runs with traffic both ways at once: what goes back has keys of its own beside the others. */
final class BothWays {
    private static final String SUFFIX = "_bidir_reverse";

    private BothWays() {}

    static boolean is(JsonNode document) {
        return document.path("end").has("sum_received" + SUFFIX)
                || document.path("intervals").path(0).has("sum" + SUFFIX);
    }

    /** Returns the document as if only the way back had been measured. */
    static JsonNode reverse(JsonNode document) {
        JsonNode copy = document.deepCopy();
        for (JsonNode interval : copy.path("intervals")) {
            rename(interval, List.of("sum", "urdma"));
        }
        rename(copy.path("end"), List.of("sum_sent", "sum_received", "urdma"));
        return copy;
    }

    private static void rename(JsonNode node, List<String> keys) {
        if (node instanceof ObjectNode object) {
            for (String key : keys) {
                JsonNode other = object.remove(key + SUFFIX);
                if (other == null) {
                    object.remove(key);
                } else {
                    object.set(key, other);
                }
            }
        }
    }
}
