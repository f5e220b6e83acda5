package org.urdma4j.tools.devices;

import java.io.PrintWriter;
import java.util.List;
import java.util.Map;

/**
 * Prints {@link DeviceFacts} as {@code ibv_devinfo} does: a fact a line, indented by what has it.
 */
final class DeviceText {
    private static final String STEP = "  ";
    private static final int VALUE_AT = 28;

    private final PrintWriter out;

    DeviceText(PrintWriter out) {
        this.out = out;
    }

    void print(List<Map<String, Object>> devices) {
        for (Map<String, Object> device : devices) {
            print(device, "");
            out.println();
        }
        out.flush();
    }

    /** The first fact names the thing that has the others. */
    private void print(Map<String, Object> facts, String indent) {
        String inner = indent;
        for (Map.Entry<String, Object> fact : facts.entrySet()) {
            switch (fact.getKey()) {
                case DeviceFacts.PORTS, DeviceFacts.GIDS -> {
                    boolean gids = fact.getKey().equals(DeviceFacts.GIDS);
                    for (Object each : (List<?>) fact.getValue()) {
                        printOne((Map<?, ?>) each, gids, inner);
                    }
                }
                default -> line(inner, fact.getKey(), fact.getValue());
            }
            inner = indent + STEP;
        }
    }

    @SuppressWarnings("unchecked") // DeviceFacts puts nothing else there
    private void printOne(Map<?, ?> each, boolean gid, String indent) {
        if (gid) {
            String value = each.get("gid") + ", " + each.get("type");
            line(indent, "GID[%3d]".formatted((Integer) each.get("index")), value);
        } else {
            print((Map<String, Object>) each, indent);
        }
    }

    private void line(String indent, String name, Object value) {
        int width = VALUE_AT - indent.length();
        out.println(indent + ("%-" + width + "s").formatted(name + ":") + value);
    }
}
