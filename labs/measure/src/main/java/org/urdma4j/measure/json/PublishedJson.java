package org.urdma4j.measure.json;

import org.urdma4j.measure.published.PublishedResult;
import org.urdma4j.measure.published.PublishedTest.Figures;

import java.util.List;

/** Published tests and what was measured in them, for programs. */
public final class PublishedJson {
    private static final List<String> WHOSE = List.of("c4", "bbr", "cubic");

    private PublishedJson() {}

    /** Returns one test's figures, times in seconds. */
    public static JsonObject of(PublishedResult result) {
        JsonObject json =
                new JsonObject()
                        .put("test", result.test().label())
                        .put("what", result.test().what())
                        .put("runs", result.seconds().size())
                        .put("mean", result.mean())
                        .put("p90", result.p90());
        List<Figures> figures = result.test().figures();
        for (int i = 0; i < figures.size(); i++) {
            JsonObject published =
                    new JsonObject()
                            .put("mean", figures.get(i).mean())
                            .put("p90", figures.get(i).p90());
            json.put("published_" + WHOSE.get(i), published);
        }
        return json;
    }
}
