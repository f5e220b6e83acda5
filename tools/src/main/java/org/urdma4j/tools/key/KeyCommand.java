package org.urdma4j.tools.key;

import picocli.CommandLine.Command;

/** {@code urdma key}, the parent of what is done with keys. */
@Command(
        name = "key",
        description = "Make and check the keys by which devices protect what they send.",
        subcommands = {PskCommand.class, CheckCommand.class})
public final class KeyCommand {}
