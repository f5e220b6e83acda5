package org.urdma4j.tools.bench;

import org.urdma4j.measure.json.RunJson;
import org.urdma4j.measure.run.RunRecord;
import org.urdma4j.tools.terminal.OutputFile;

import picocli.CommandLine.Option;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What is printed, as it is written on the command line. */
final class OutputArguments {
    @Option(
            names = {"-J", "--json"},
            description = "One JSON object in the shape of iperf3's, at the end.")
    private boolean json;

    @Option(
            names = "--json-stream",
            description = "A JSON object a line: start, interval, end, error.")
    private boolean jsonStream;

    @Option(
            names = "--json-file",
            paramLabel = "FILE",
            description = {
                "Write what --json prints to a file, too, which is replaced when it is complete."
            })
    private Path jsonFile;

    @Option(
            names = "--min-rate",
            paramLabel = "RATE",
            description = {
                "Exit with 1, and say by how much, if less than this is received, bit/s as in 1G;",
                "with --bidir in either direction; of several servers all in all."
            })
    private String minRate;

    @Option(names = "--get-server-output", description = "Print what the server printed, too.")
    private boolean serverOutput;

    @Option(
            names = "--report",
            paramLabel = "FILE.html",
            description = "Write a page with pictures of the run over time, too.")
    private Path report;

    @Option(
            names = {"-T", "--title"},
            paramLabel = "TEXT",
            description = "Name of the run in JSON and on the page.")
    private String title;

    private boolean jsonFileWritten;

    /**
     * Checks what fits together.
     *
     * @param sweep whether sizes are tried in turn
     * @param latency whether requests are timed one by one
     * @throws IllegalArgumentException if something doesn't
     */
    void check(boolean sweep, boolean latency) {
        if (json && jsonStream) {
            throw new IllegalArgumentException("give --json or --json-stream, not both");
        }
        if (minRate().wanted() && (sweep || latency)) {
            throw new IllegalArgumentException(
                    "--min-rate is for bulk: leave it out with %s"
                            .formatted(sweep ? "--sweep" : "--latency"));
        }
        OutputFile.check("--report", report);
        JsonFile.check(jsonFile);
        if (report != null && jsonFile != null && same(report, jsonFile)) {
            throw new IllegalArgumentException("--json-file and --report are the same file");
        }
    }

    private static boolean same(Path one, Path other) {
        return one.toAbsolutePath().normalize().equals(other.toAbsolutePath().normalize());
    }

    MinRate minRate() {
        return MinRate.parse(minRate);
    }

    boolean serverOutput() {
        return serverOutput;
    }

    String title() {
        return title;
    }

    boolean json() {
        return json;
    }

    boolean jsonStream() {
        return jsonStream;
    }

    /**
     * Writes the page, if one is wanted.
     *
     * @throws IOException if the file can't be written
     */
    void writePage(RunJson writer, List<RunRecord> runs) throws IOException {
        writePage(runs.stream().map(writer::whole).toList());
    }

    private void writePage(List<String> runs) throws IOException {
        if (report == null || runs.isEmpty()) {
            return;
        }
        List<JsonNode> documents =
                runs.stream().map(run -> JsonMapper.shared().readTree(run)).toList();
        PageFile.write(report, documents, title);
    }

    /** As above, of runs that went on together. */
    void writePage(List<RunJson> writers, List<RunRecord> runs) throws IOException {
        List<String> documents = new ArrayList<>();
        for (int i = 0; i < runs.size(); i++) {
            documents.add(writers.get(i).whole(runs.get(i)));
        }
        writePage(documents);
    }

    ServersReport report(PrintWriter out, List<String> servers, List<RunJson> writers) {
        return new ServersReport(out, json, jsonStream, servers, writers);
    }

    ClientReport report(PrintWriter out, RunJson writer) {
        return new ClientReport(out, json, jsonStream, writer, minRate());
    }

    /**
     * Writes what {@code --json} prints to the file, if one is wanted.
     *
     * @throws IOException if it can't be written
     */
    void writeJson(String whole) throws IOException {
        if (jsonFile != null) {
            jsonFileWritten = true; // or tried, and told of
            JsonFile.write(jsonFile, whole);
        }
    }

    /** Prints for programs that nothing ran, unless the file has what did. */
    void printFailure(PrintWriter out, String message) {
        if (!jsonFileWritten) {
            try {
                writeJson(RunJson.failure(message));
            } catch (IOException _) {
                // what failed before is what is told of
            }
        }
        if (json) {
            out.println(RunJson.failure(message));
        } else if (jsonStream) {
            out.println(RunJson.errorLine(message));
        }
        out.flush();
    }
}
