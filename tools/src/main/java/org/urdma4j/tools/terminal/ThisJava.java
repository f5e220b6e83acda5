package org.urdma4j.tools.terminal;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** How the urdma command is started again as this JVM was. */
public final class ThisJava {
    private static final String MAIN = "org.urdma4j.tools.Urdma";

    /** Flags of the launcher's {@code URDMA_JAVA_OPTS} hold for its processes, too. */
    private static final String MORE_FLAGS = "URDMA_JAVA_OPTS";

    /** The launcher's cache of classes and profiles, if it has one that holds. */
    private static final String CACHE = "urdma.aot";

    private ThisJava() {}

    /** Returns what starts the command, without arguments. */
    public static List<String> command() {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("--enable-native-access=ALL-UNNAMED");
        String cache = System.getProperty(CACHE);
        if (cache == null) {
            command.add("-Xshare:auto");
        } else {
            command.addAll(List.of("-XX:AOTCache=" + cache, "-D" + CACHE + "=" + cache));
            command.addAll(List.of("-Xlog:aot*=off", "-Xlog:cds*=off"));
        }
        command.add("-XX:+UseParallelGC");
        command.add("-XX:CompileThresholdScaling=4"); // as the launcher
        String more = System.getenv(MORE_FLAGS);
        if (more != null && !more.isBlank()) {
            command.addAll(List.of(more.strip().split("\\s+")));
        }
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(MAIN);
        return command;
    }
}
