package org.urdma4j.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the text format 0.0.4 by its description
 * (prometheus.io/docs/instrumenting/exposition_formats), and takes exception to whatever a scraper
 * could: lines of a metric apart from each other, a second TYPE, one behind samples, a series
 * twice, a counter that isn't called one, a number that Go's ParseFloat doesn't read.
 */
final class Exposition {
    private static final String NAME = "[a-zA-Z_:][a-zA-Z0-9_:]*";
    private static final String LABEL =
            "[a-zA-Z_][a-zA-Z0-9_]*=\"(?:[^\"\\\\\n]|\\\\\\\\|\\\\\"|\\\\n)*\"";
    private static final Pattern COMMENT = Pattern.compile("# (HELP|TYPE) (" + NAME + ") ([^\n]+)");
    private static final Pattern SAMPLE =
            Pattern.compile(
                    "(%s)(?:\\{((?:%s)(?:,%s)*)\\})? (\\+Inf|-?[0-9.]+(?:E-?[0-9]+)?)"
                            .formatted(NAME, LABEL, LABEL));

    /** Values by series, as they are written. */
    final Map<String, String> samples = new LinkedHashMap<>();

    private final Map<String, String> types = new LinkedHashMap<>();
    private final Set<String> helped = new HashSet<>();
    private String current = "";

    Exposition(String text) {
        assertThat(text).endsWith("\n").doesNotContain("\r", "\n\n");
        text.lines().forEach(this::line);
    }

    private void line(String line) {
        if (line.startsWith("#")) {
            comment(line);
            return;
        }
        Matcher sample = SAMPLE.matcher(line);
        assertThat(sample.matches()).as(line).isTrue();
        assertThat(sample.group(1)).as("metric of %s", line).isEqualTo(current);
        assertThat(types).as(line).containsKey(current);
        String series = line.substring(0, line.lastIndexOf(' '));
        assertThat(samples.put(series, sample.group(3))).as("%s twice", series).isNull();
    }

    private void comment(String line) {
        Matcher comment = COMMENT.matcher(line);
        assertThat(comment.matches()).as(line).isTrue();
        current = comment.group(2);
        String series = current + "{";
        assertThat(samples.keySet()).noneMatch(name -> name.startsWith(series));
        if (comment.group(1).equals("HELP")) {
            assertThat(helped.add(current)).as(line).isTrue();
            return;
        }
        String type = comment.group(3);
        assertThat(type).isIn("counter", "gauge");
        assertThat(current.endsWith("_total")).as(line).isEqualTo(type.equals("counter"));
        assertThat(types.put(current, type)).as(line).isNull();
    }
}
