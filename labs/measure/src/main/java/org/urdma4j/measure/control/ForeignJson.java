package org.urdma4j.measure.control;

import org.urdma4j.verbs.text.ForeignText;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.Map;

/** What the other side wrote, with every text in it as it may be shown. */
final class ForeignJson {
    /** The other side's report, of as many lines as it has. */
    private static final String OUTPUT = "output";

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private ForeignJson() {}

    /** Returns it anew; as deep as it is, which Jackson bounds. */
    static ObjectNode of(ObjectNode foreign) {
        ObjectNode shown = JSON.createObjectNode();
        for (Map.Entry<String, JsonNode> field : foreign.properties()) {
            JsonNode value = field.getValue();
            String name = ForeignText.show(field.getKey());
            if (value.isString() && name.equals(OUTPUT)) {
                shown.put(name, ForeignText.showLines(value.stringValue()));
            } else {
                shown.set(name, of(value));
            }
        }
        return shown;
    }

    private static JsonNode of(JsonNode foreign) {
        return switch (foreign) {
            case ObjectNode object -> of(object);
            case ArrayNode array -> {
                ArrayNode shown = JSON.createArrayNode();
                array.forEach(each -> shown.add(of(each)));
                yield shown;
            }
            default ->
                    foreign.isString()
                            ? JSON.getNodeFactory()
                                    .stringNode(ForeignText.show(foreign.stringValue()))
                            : foreign;
        };
    }
}
