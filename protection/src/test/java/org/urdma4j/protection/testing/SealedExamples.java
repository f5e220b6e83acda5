package org.urdma4j.protection.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The worked example of docs/wire-format.md: keys, and two sealed packets, as hex. */
public final class SealedExamples {
    private static final String TITLE = "\n### Sealed packets in hex\n";
    private static final String PLAIN = "\n### WRITE_MIDDLE, no FEC\n";

    private final List<Map<String, String>> blocks = new ArrayList<>();
    private final String plain;

    public SealedExamples() {
        String page = page();
        String section = page.substring(page.indexOf(TITLE));
        String[] parts = section.split("(?m)^```$", 8);
        for (int i = 1; i < 6; i += 2) {
            blocks.add(rows(parts[i]));
        }
        String example = page.substring(page.indexOf(PLAIN));
        plain = String.join("", rows(example.split("(?m)^```$", 3)[1]).values());
    }

    private static String page() {
        try {
            return Files.readString(Path.of("../docs/wire-format.md"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, String> rows(String block) {
        Map<String, String> rows = new LinkedHashMap<>();
        String label = "";
        for (String line : block.lines().filter(one -> !one.isBlank()).toList()) {
            String[] both = line.split(" {2,}", 2);
            label = both[1].equals("...") ? label : both[1];
            rows.merge(label, both[0].replace(" ", ""), String::concat);
        }
        return rows;
    }

    /** Returns a value of the keys, whose row's text begins like this. */
    public String key(String begin) {
        return blocks.getFirst().entrySet().stream()
                .filter(row -> row.getKey().startsWith(begin))
                .findFirst()
                .orElseThrow()
                .getValue();
    }

    /** Returns the plain packet of the first sealed one, from the page's other examples. */
    public String plain() {
        return plain;
    }

    /** Returns the sealed data packet. */
    public String packet() {
        return String.join("", blocks.get(1).values());
    }

    /** Returns the packet that holds nothing. */
    public String chaff() {
        return String.join("", blocks.get(2).values());
    }
}
