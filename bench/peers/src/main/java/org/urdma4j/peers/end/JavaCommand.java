package org.urdma4j.peers.end;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command line of a program of this module, on this JVM's Java. */
public final class JavaCommand {
    private static final List<String> FLAGS =
            List.of(
                    "--enable-native-access=ALL-UNNAMED",
                    "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
                    "--sun-misc-unsafe-memory-access=allow",
                    "-XX:+UseParallelGC",
                    "-Dagrona.disable.bounds.checks=true",
                    "-Dio.netty.leakDetection.level=disabled");

    private JavaCommand() {}

    /** Returns it, with the flags that users of these libraries set. */
    public static List<String> of(Class<?> program, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(FLAGS);
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.add(program.getName());
        command.addAll(arguments);
        return command;
    }
}
