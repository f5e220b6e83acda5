package org.urdma4j.dist;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

import java.util.List;

/** Completion for zsh(1), by its {@code _arguments}. */
final class ZshCompletion {
    private final StringBuilder script =
            new StringBuilder(
                    """
                    #compdef urdma
                    # Completion of urdma for zsh, made from the commands.
                    """);

    private ZshCompletion() {}

    static String of(CommandLine line) {
        ZshCompletion completion = new ZshCompletion();
        completion.add(line);
        completion.script.append("\n_urdma \"$@\"\n");
        return completion.script.toString();
    }

    private static String function(CommandSpec spec) {
        return "_" + spec.qualifiedName("_").replace('-', '_');
    }

    private void add(CommandLine line) {
        CommandSpec spec = line.getCommandSpec();
        List<CommandLine> subcommands = Commands.subcommands(line);
        script.append("\n").append(function(spec)).append("() {\n");
        if (!subcommands.isEmpty()) {
            script.append("    local curcontext=$curcontext state line\n");
        }
        script.append("    _arguments -C");
        Commands.options(spec).forEach(this::addOption);
        if (subcommands.isEmpty()) {
            boolean files = spec.positionalParameters().stream().anyMatch(Commands::isFile);
            script.append(" \\\n        '*:argument:").append(files ? "_files" : "").append("'\n");
        } else {
            addChoice(subcommands);
        }
        script.append("}\n");
        subcommands.forEach(this::add);
    }

    private void addOption(OptionSpec option) {
        boolean may = Commands.mayTakeValue(option);
        String files = Commands.isFile(option) ? "_files" : "";
        String value = (may ? "::" : ":") + escaped(option.paramLabel()) + ":" + files;
        if (!may && !Commands.takesValue(option)) {
            value = "";
        }
        String text = "[" + escaped(Commands.summary(option)) + "]" + value + "'";
        boolean repeats = option.isMultiValue();
        String excluded = repeats ? "*" : "(" + String.join(" ", option.names()) + ")";
        for (String name : option.names()) {
            String equals = !name.startsWith("--") || value.isEmpty() ? "" : may ? "=-" : "=";
            script.append(" \\\n        '")
                    .append(excluded)
                    .append(name)
                    .append(equals)
                    .append(text);
        }
    }

    private void addChoice(List<CommandLine> subcommands) {
        script.append(" \\\n        '1: :->command' '*:: :->rest'\n");
        script.append("    case $state in\n    command)\n        local -a commands=(\n");
        for (CommandLine sub : subcommands) {
            CommandSpec of = sub.getCommandSpec();
            script.append(
                    "            '%s:%s'%n".formatted(of.name(), quoted(Commands.summary(of))));
        }
        script.append("        )\n        _describe command commands\n        ;;\n");
        script.append("    rest)\n        case $line[1] in\n");
        for (CommandLine sub : subcommands) {
            CommandSpec of = sub.getCommandSpec();
            script.append("        %s) %s ;;%n".formatted(of.name(), function(of)));
        }
        script.append("        esac\n        ;;\n    esac\n");
    }

    /** What {@code _arguments} would take for the end of a description is escaped. */
    private static String escaped(String text) {
        return quoted(text.replace("\\", "\\\\").replaceAll("([\\[\\]:])", "\\\\$1"));
    }

    private static String quoted(String text) {
        return text.replace("'", "'\\''");
    }
}
