package org.urdma4j.tools.interop.guest;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** How the urdma command is started again as this JVM was. */
public final class UrdmaProcess {
    private static final String MAIN = "org.urdma4j.tools.Urdma";

    private UrdmaProcess() {}

    /** Returns the command without arguments. */
    public static List<String> command() {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(flag -> !flag.startsWith("-agentlib") && !flag.startsWith("-javaagent"))
                .forEach(command::add);
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(MAIN);
        return command;
    }
}
