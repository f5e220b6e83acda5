package org.urdma4j.tools.bench;

import picocli.CommandLine.Model.CommandSpec;

/** The version that the command prints, for the other side and for reports. */
final class ToolVersion {
    private static final String PREFIX = "urdma ";

    private ToolVersion() {}

    static String of(CommandSpec spec) {
        String[] lines = spec.root().version();
        String first = lines.length == 0 ? "unknown" : lines[0];
        return first.startsWith(PREFIX) ? first.substring(PREFIX.length()) : first;
    }
}
