package org.urdma4j.dist;

import picocli.CommandLine;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A command's page of section 1, in the macros of man(7). */
final class ManPage {
    private static final Pattern NOT_ASCII = Pattern.compile("[^\\x00-\\x7f]");

    private final StringBuilder page = new StringBuilder();
    private final CommandLine line;
    private final CommandSpec spec;

    private ManPage(CommandLine line) {
        this.line = line;
        spec = line.getCommandSpec();
    }

    /** The name of the page, and of its file but for {@code .1}. */
    static String name(CommandSpec spec) {
        return spec.qualifiedName("-");
    }

    /**
     * Returns the page.
     *
     * @param version of urdma, which stands at the page's foot
     * @param date the release's, as {@code 2026-11-01}
     */
    static String of(CommandLine line, String version, String date) {
        ManPage man = new ManPage(line);
        man.write(version, date);
        return man.page.toString();
    }

    private void write(String version, String date) {
        String name = name(spec);
        page.append(".\\\" Made from the command's own help.\n");
        line(
                ".TH",
                quoted(name.toUpperCase(Locale.ROOT)),
                "1",
                quoted(date),
                quoted("urdma4j " + version),
                quoted("urdma4j"));
        section("NAME");
        line(escaped(name) + " \\- " + escaped(Commands.summary(spec)));
        section("SYNOPSIS");
        line(".nh");
        line(".ad", "l"); // words as long as an option and its values leave gaps otherwise
        text(line.getHelp().synopsis(0));
        line(".hy");
        section("DESCRIPTION");
        for (String paragraph : spec.usageMessage().description()) {
            line(".PP");
            text(paragraph);
        }
        writeSubcommands();
        writeArguments();
        writeOptions();
        writeExitStatus();
        writeEnvironment();
        writeSeeAlso();
    }

    private void writeSubcommands() {
        List<CommandLine> subcommands = Commands.subcommands(line);
        if (!subcommands.isEmpty()) {
            section("COMMANDS");
            for (CommandLine sub : subcommands) {
                line(".TP");
                line(reference(sub.getCommandSpec()));
                text(Commands.summary(sub.getCommandSpec()));
            }
        }
    }

    private void writeArguments() {
        List<PositionalParamSpec> arguments =
                spec.positionalParameters().stream().filter(it -> !it.hidden()).toList();
        if (!arguments.isEmpty()) {
            section("ARGUMENTS");
            arguments.forEach(it -> entry("\\fI" + escaped(it.paramLabel()) + "\\fR", it));
        }
    }

    private void writeOptions() {
        List<OptionSpec> left = new ArrayList<>(Commands.options(spec));
        List<ArgGroupSpec> headed =
                spec.argGroups().stream().filter(it -> it.heading() != null).toList();
        headed.forEach(it -> left.removeAll(it.allOptionsNested()));
        section("OPTIONS");
        left.forEach(this::option);
        for (ArgGroupSpec group : headed) {
            String heading = Commands.text(group.heading());
            line(".SS", quoted(heading.replaceFirst(":$", "")));
            group.allOptionsNested().stream().filter(it -> !it.hidden()).forEach(this::option);
        }
    }

    private void option(OptionSpec option) {
        String names =
                List.of(option.names()).stream()
                        .map(it -> "\\fB" + escaped(it) + "\\fR")
                        .collect(Collectors.joining(", "));
        String value = "\\fI" + escaped(option.paramLabel()) + "\\fR";
        if (Commands.mayTakeValue(option)) {
            value = "[=" + value + "]";
        } else {
            value = Commands.takesValue(option) ? " " + value : "";
        }
        entry(names + value, option);
    }

    private void entry(String head, ArgSpec argument) {
        line(".TP");
        line(head);
        text(argument.description());
    }

    private void writeExitStatus() {
        var statuses = spec.usageMessage().exitCodeList();
        section("EXIT STATUS");
        if (statuses.isEmpty()) {
            text("0 it worked, 1 it failed, 2 called wrongly, 130 Ctrl-C, 143 SIGTERM.");
        }
        statuses.forEach((status, meaning) -> {
            line(".TP");
            line("\\fB" + escaped(status) + "\\fR");
            text(meaning);
        });
    }

    private void writeEnvironment() {
        section("ENVIRONMENT");
        line(".TP");
        line("\\fBURDMA_JAVA_OPTS\\fR");
        text("More flags for the JVM, parted by blanks, such as -Xmx4g.");
        line(".TP");
        line("\\fBURDMA_CLASS_PATH\\fR");
        text("Jars of further providers of devices, parted by colons.");
        line(".TP");
        line("\\fBXDG_CACHE_HOME\\fR");
        text("Its folder urdma4j holds what later starts are sooner by; ~/.cache unless set.");
    }

    private void writeSeeAlso() {
        Set<CommandSpec> others = new LinkedHashSet<>();
        for (CommandSpec parent = spec.parent(); parent != null; parent = parent.parent()) {
            others.add(parent);
        }
        if (spec.parent() != null) {
            Commands.subcommands(spec.parent().commandLine())
                    .forEach(it -> others.add(it.getCommandSpec()));
        }
        Commands.subcommands(line).forEach(it -> others.add(it.getCommandSpec()));
        others.remove(spec);
        section("SEE ALSO");
        line(others.stream().map(ManPage::reference).collect(Collectors.joining(",\n")));
    }

    private static String reference(CommandSpec spec) {
        return "\\fB" + escaped(name(spec)) + "\\fR(1)";
    }

    private void section(String title) {
        line(".SH", quoted(title));
    }

    private void text(String... text) {
        line(escaped(Commands.text(text)));
    }

    private void line(String... words) {
        page.append(String.join(" ", words)).append('\n');
    }

    private static String quoted(String word) {
        return '"' + escaped(word).replace("\"", "\\(dq") + '"';
    }

    /** Text as it is, at the beginning of a line as well as elsewhere. */
    private static String escaped(String text) {
        String all = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq");
        all = all.replace("`", "\\(ga").replace("^", "\\(ha").replace("~", "\\(ti");
        all = NOT_ASCII.matcher(all).replaceAll(ManPage::codePoint);
        return all.startsWith(".") ? "\\&" + all : all;
    }

    private static String codePoint(MatchResult match) {
        return Matcher.quoteReplacement("\\[u%04X]".formatted(match.group().codePointAt(0)));
    }
}
