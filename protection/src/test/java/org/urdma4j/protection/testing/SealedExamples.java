package org.urdma4j.protection.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The worked examples of docs/wire-examples.md: keys, and four sealed packets, as hex. */
public final class SealedExamples {
    private static final String TITLE = "\n## Sealed packets in hex\n";
    private static final String TAG = "verification tag";
    private static final String PLAIN = "\n### WRITE_MIDDLE, no FEC\n";

    private final List<Map<String, String>> blocks = new ArrayList<>();
    private final String plain;

    public SealedExamples() {
        String page = page();
        String section = page.substring(page.indexOf(TITLE));
        String[] parts = section.split("(?m)^```$", 20);
        for (int i = 1; i < 18; i += 2) {
            blocks.add(rows(parts[i]));
        }
        String example = page.substring(page.indexOf(PLAIN));
        Map<String, String> clear = rows(example.split("(?m)^```$", 3)[1]);
        clear.remove(TAG);
        plain = String.join("", clear.values());
    }

    private static String page() {
        try {
            return Files.readString(Path.of("../docs/wire-examples.md"));
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

    /** Returns a value of the queue pair's keys, whose row's text begins like this. */
    public String key(String begin) {
        return value(0, begin);
    }

    /** Returns a value of the connection manager's keys, whose row's text begins like this. */
    public String managerKey(String begin) {
        return value(3, begin);
    }

    /** Returns DETH and MAD of the sealed datagram. */
    public String managerText() {
        String begin = String.join("", blocks.get(4).values());
        return begin + "00".repeat(264 - begin.length() / 2);
    }

    /** Returns the sealed datagram. */
    public String datagram() {
        return String.join("", blocks.get(5).values());
    }

    /** Returns a value of the tunnel's keys, whose row's text begins like this. */
    public String tunnelKey(String begin) {
        return value(6, begin);
    }

    /** Returns what is sealed of the cell. */
    public String cellText() {
        String begin = String.join("", blocks.get(7).values());
        return begin + "00".repeat(40 - begin.length() / 2);
    }

    /** Returns the cell. */
    public String cell() {
        return String.join("", blocks.get(8).values());
    }

    private String value(int block, String begin) {
        return blocks.get(block).entrySet().stream()
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
