package org.urdma4j.tools.bench;

import picocli.CommandLine.Command;

/** {@code urdma bench}, the parent of what measures. */
@Command(
        name = "bench",
        description = "Measure what the stack achieves.",
        subcommands = {
            ServerCommand.class,
            ClientCommand.class,
            ReportCommand.class,
            SimCommand.class,
            FiguresCommand.class,
            FctCommand.class,
            FabricCommand.class,
            RoceCommand.class,
            EvaluateCommand.class
        })
public final class BenchCommand {}
