package org.urdma4j.dist;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.nio.file.Path;
import java.util.Map;

/**
 * CycloneDX's list of what is in the archive: what Maven makes, put right, and the Java runtime.
 */
final class Components {
    /**
     * What CycloneDX takes {@code The BSD License} for, whose address in JLine's pom says which.
     */
    private static final Map<String, String> CORRECTED = Map.of("org.jline", "BSD-3-Clause");

    private static final String RUNTIME_LICENSE = "GPL-2.0-with-classpath-exception";

    private Components() {}

    static ObjectNode read(Path list) {
        ObjectNode all = (ObjectNode) JsonMapper.shared().readTree(list.toFile());
        ArrayNode components = (ArrayNode) all.get("components");
        for (JsonNode component : components) {
            String license = CORRECTED.get(component.path("group").asString());
            if (license != null) {
                license((ObjectNode) component, license);
            }
        }
        ObjectNode runtime = components.addObject();
        runtime.put("type", "platform");
        runtime.put("name", "OpenJDK");
        runtime.put("version", System.getProperty("java.runtime.version"));
        runtime.putObject("supplier").put("name", System.getProperty("java.vendor"));
        license(runtime, RUNTIME_LICENSE);
        return all;
    }

    private static void license(ObjectNode component, String id) {
        component.putArray("licenses").addObject().putObject("license").put("id", id);
    }
}
