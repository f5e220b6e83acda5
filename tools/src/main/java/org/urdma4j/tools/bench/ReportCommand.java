package org.urdma4j.tools.bench;

import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/** {@code urdma bench report}: several runs in the same pictures. */
@Command(
        name = "report",
        sortOptions = false,
        description = {
            "Draw a page of HTML out of what `bench client --json` printed.",
            "Several runs, such as the three protocols over one path, are laid over each other."
        },
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {"0:the page is there", "1:it could not be written", "2:called wrongly"})
final class ReportCommand implements Callable<Integer> {
    @Parameters(
            arity = "1..*",
            paramLabel = "RUN.json",
            description = "Runs, in the order of the page.")
    private List<Path> files;

    @Option(
            names = {"-o", "--output"},
            required = true,
            paramLabel = "FILE.html",
            description = "The page.")
    private Path page;

    @Option(
            names = {"-T", "--title"},
            paramLabel = "TEXT",
            description = "Heading of the page. Default: that of the first run.")
    private String title;

    @Override
    public Integer call() throws IOException {
        List<JsonNode> runs = new ArrayList<>();
        for (Path file : files) {
            runs.addAll(read(file));
        }
        PageFile.write(page, runs, title);
        return ExitCode.OK;
    }

    /** One run, or those of a sweep. */
    private static List<JsonNode> read(Path file) throws IOException {
        JsonNode run;
        try {
            run = new JsonMapper().readTree(PageFile.read(file));
        } catch (JacksonException e) {
            throw new IOException(file + " is not JSON: " + e.getOriginalMessage(), e);
        }
        List<JsonNode> runs =
                run.has("runs") ? run.path("runs").valueStream().toList() : List.of(run);
        if (runs.isEmpty() || !runs.stream().allMatch(ReportCommand::isRun)) {
            throw new IOException(file + " is not what `urdma bench client --json` prints");
        }
        return runs;
    }

    private static boolean isRun(JsonNode node) {
        return node.has("start") || node.has("error");
    }
}
