package org.urdma4j.dist;

import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

import java.util.List;

/** What --help shows of the commands. */
final class Commands {
    private Commands() {}

    static List<CommandLine> subcommands(CommandLine line) {
        return line.getSubcommands().values().stream()
                .filter(sub -> !sub.getCommandSpec().usageMessage().hidden())
                .distinct()
                .toList();
    }

    static List<OptionSpec> options(CommandSpec spec) {
        return spec.options().stream().filter(option -> !option.hidden()).toList();
    }

    static boolean takesValue(OptionSpec option) {
        return option.arity().min() > 0;
    }

    /** Whether a value may follow, after an equals sign. */
    static boolean mayTakeValue(OptionSpec option) {
        return option.arity().min() == 0 && option.arity().max() > 0;
    }

    /** Whether names of files are what it takes. */
    static boolean isFile(ArgSpec argument) {
        return argument.paramLabel().matches(".*(FILE|FOLDER|PATH|SRC|DIR).*");
    }

    /** Its first sentence, or all of it if it has but one. */
    static String summary(ArgSpec argument) {
        return firstSentence(text(argument.description()));
    }

    static String summary(CommandSpec spec) {
        return firstSentence(text(spec.usageMessage().description()));
    }

    private static String firstSentence(String text) {
        int end = text.indexOf(". ");
        String sentence = end < 0 ? text : text.substring(0, end);
        return sentence.endsWith(".") ? sentence.substring(0, sentence.length() - 1) : sentence;
    }

    /** Lines that --help breaks, as one. */
    static String text(String... lines) {
        return String.join(" ", lines)
                .replace("%n", " ")
                .replace("%%", "%")
                .replaceAll("\\s+", " ")
                .strip();
    }
}
