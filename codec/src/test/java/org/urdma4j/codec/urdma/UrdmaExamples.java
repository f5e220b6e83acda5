package org.urdma4j.codec.urdma;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;

/** The packets of docs/wire-examples.md as bytes, by their headings. */
final class UrdmaExamples {
    private static final String TITLE = "\n## URDMA packets in hex\n";

    private UrdmaExamples() {}

    static String page(String name) {
        try {
            return Files.readString(Path.of("../docs", name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Map<String, ByteBuffer> all() {
        String page = page("wire-examples.md");
        Map<String, ByteBuffer> packets = new LinkedHashMap<>();
        String heading = "";
        var hex = new StringBuilder();
        for (String line : page.substring(page.indexOf(TITLE)).lines().toList()) {
            if (line.startsWith("### ")) {
                heading = line.substring(4);
                hex.setLength(0);
            } else if (line.matches("[0-9a-f][0-9a-f ]*  .*")) {
                hex.append(line.split(" {2,}", 2)[0].replace(" ", ""));
                packets.put(heading, ByteBuffer.wrap(HexFormat.of().parseHex(hex)));
            }
        }
        return packets;
    }
}
