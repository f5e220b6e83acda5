package org.urdma4j.tools.terminal;

import org.urdma4j.bridge.frame.GatewayReport;
import org.urdma4j.gateway.packet.GatewayCounters;

import java.lang.reflect.Field;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** What a gateway has counted, by name, in the order in which it is shown. */
public final class GatewayTable {
    private static final Pattern CAPITAL = Pattern.compile("([A-Z])");

    private GatewayTable() {}

    /** Returns every count by a name in words with underscores. */
    public static Map<String, Long> of(GatewayReport report) {
        Map<String, Long> counts = new LinkedHashMap<>();
        counts.put("frames", report.frames());
        counts.put("too_long", report.tooLong());
        counts.put("no_memory", report.noMemory());
        try {
            for (Field counter : GatewayCounters.class.getFields()) {
                counts.put(underscored(counter.getName()), counter.getLong(report.counters()));
            }
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("a counter can't be read", e);
        }
        return counts;
    }

    private static String underscored(String name) {
        return CAPITAL.matcher(name)
                .replaceAll(match -> "_" + match.group().toLowerCase(Locale.ROOT));
    }
}
