package org.urdma4j.tools;

import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** docs/options.md, made of what picocli knows of the commands: what --help says, as a page. */
final class OptionsPage {
    private static final Set<String> OF_ALL = Set.of("--help", "--version");

    private static final String HEAD =
            """
            # Options
            Every command of `./urdma` with its arguments and options, as `--help` has them. This page \
            is made from the commands: don't edit it, [make it anew](tools.md#options). What the \
            commands are for is in [tools.md](tools.md).

            All commands have `-h`, `--help` and `-V`, `--version`.
            """;

    /** Rows at least so long stand once on the page, and elsewhere as a link. */
    private static final int LONG_ROW = 100;

    private final StringBuilder page = new StringBuilder(HEAD);
    private final Map<String, String> firstCommand = new HashMap<>();

    private OptionsPage() {}

    static String of(CommandLine line) {
        OptionsPage options = new OptionsPage();
        options.addSubcommands(line);
        return options.page.toString();
    }

    private void addSubcommands(CommandLine line) {
        line.getSubcommands().values().stream()
                .filter(sub -> !sub.getCommandSpec().usageMessage().hidden())
                .distinct()
                .forEach(this::add);
    }

    private void add(CommandLine line) {
        CommandSpec spec = line.getCommandSpec();
        if (line.getSubcommands().isEmpty()) {
            String name = spec.qualifiedName();
            page.append("\n## ").append(name).append('\n');
            page.append(text(spec.usageMessage().description())).append('\n');
            List<String> rows = rows(spec);
            if (!rows.isEmpty()) {
                page.append("\n| | |\n| --- | --- |\n");
                addRows(name, rows);
            }
        }
        addSubcommands(line);
    }

    private void addRows(String command, List<String> rows) {
        Map<String, List<String>> asElsewhere = new LinkedHashMap<>();
        for (String row : rows) {
            String first = row.length() < LONG_ROW ? null : firstCommand.putIfAbsent(row, command);
            if (first == null) {
                page.append(row).append('\n');
            } else {
                String names = row.substring("| ".length(), row.indexOf(" | "));
                asElsewhere.computeIfAbsent(first, key -> new ArrayList<>()).add(names);
            }
        }
        asElsewhere.forEach((first, names) ->
                page.append(
                        "| %s | as of [%s](#%s) |%n"
                                .formatted(
                                        String.join("; ", names), first, first.replace(' ', '-'))));
    }

    /** Rows as --help lists them: arguments, options without a heading, options by heading. */
    private static List<String> rows(CommandSpec spec) {
        List<String> rows = new ArrayList<>();
        for (PositionalParamSpec parameter : spec.positionalParameters()) {
            if (!parameter.hidden()) {
                rows.add(row(code(parameter.paramLabel()), parameter));
            }
        }
        spec.options().stream()
                .filter(option -> !option.hidden() && !OF_ALL.contains(option.longestName()))
                .forEach(option -> rows.add(row(names(option), option)));
        return rows;
    }

    private static String names(OptionSpec option) {
        String value = option.arity().max() == 0 ? "" : " " + option.paramLabel();
        String names =
                Arrays.stream(option.names())
                        .map(OptionsPage::code)
                        .collect(Collectors.joining(", "));
        return value.isEmpty() ? names : names.substring(0, names.length() - 1) + value + "`";
    }

    private static String row(String name, ArgSpec argument) {
        String required = argument.required() && argument.isOption() ? " (needed)" : "";
        return "| %s%s | %s |".formatted(name.replace("|", "\\|"), required, cell(argument));
    }

    private static String cell(ArgSpec argument) {
        return text(argument.description()).replace("|", "\\|");
    }

    private static String code(String name) {
        return "`" + name + "`";
    }

    /** Lines that --help breaks are one paragraph here. */
    private static String text(String[] lines) {
        return Arrays.stream(lines)
                .collect(Collectors.joining(" "))
                .replace("%n", " ")
                .replace("%%", "%")
                .replaceAll("\\s+", " ")
                .replace("<", "\\<")
                .replace("*", "\\*")
                .strip();
    }
}
