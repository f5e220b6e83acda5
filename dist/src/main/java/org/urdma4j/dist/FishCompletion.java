package org.urdma4j.dist;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

import java.util.List;

/** Completion for fish(1). */
final class FishCompletion {
    private final StringBuilder script =
            new StringBuilder(
                    """
                    # Completion of urdma for fish, made from the commands.
                    function __fish_urdma_at
                        # Whether the words that are no options begin with these, and no more commands.
                        set -l said (string match -v -- '-*' (commandline -opc)[2..])
                        set -l wanted $argv[2..]
                        test (count $said) -ge (count $wanted); or return 1
                        if test (count $wanted) -gt 0
                            set -l first $said[1..(count $wanted)]
                            test "$first" = "$wanted"; or return 1
                        end
                        test $argv[1] = options; or test (count $said) -eq (count $wanted)
                    end
                    complete -c urdma -f
                    """);

    private FishCompletion() {}

    static String of(CommandLine line) {
        FishCompletion completion = new FishCompletion();
        completion.add(line, "");
        return completion.script.toString();
    }

    /** Adds a command; {@code words} are what calls it after {@code urdma}. */
    private void add(CommandLine line, String words) {
        CommandSpec spec = line.getCommandSpec();
        List<CommandLine> subcommands = Commands.subcommands(line);
        for (CommandLine sub : subcommands) {
            CommandSpec of = sub.getCommandSpec();
            complete("command" + words)
                    .append(" -a ")
                    .append(of.name())
                    .append(description(Commands.summary(of)));
        }
        if (subcommands.isEmpty()
                && spec.positionalParameters().stream().anyMatch(Commands::isFile)) {
            complete("options" + words).append(" -F\n");
        }
        for (OptionSpec option : Commands.options(spec)) {
            complete((subcommands.isEmpty() ? "options" : "command") + words);
            for (String name : option.names()) {
                script.append(name.startsWith("--") ? " -l " : name.length() == 2 ? " -s " : " -o ")
                        .append(name.replaceFirst("^--?", ""));
            }
            if (Commands.takesValue(option)) {
                script.append(Commands.isFile(option) ? " -r -F" : " -x");
            }
            script.append(description(Commands.summary(option)));
        }
        subcommands.forEach(sub -> add(sub, words + " " + sub.getCommandName()));
    }

    private StringBuilder complete(String at) {
        return script.append("complete -c urdma -n '__fish_urdma_at ").append(at).append("'");
    }

    private static String description(String text) {
        return " -d '" + text.replace("\\", "\\\\").replace("'", "\\'") + "'\n";
    }
}
