package org.urdma4j.tools.bench;

import org.urdma4j.bench.net.json.RunJson;

import picocli.CommandLine.Option;

import java.io.PrintWriter;

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

    @Option(names = "--get-server-output", description = "Print what the server printed, too.")
    private boolean serverOutput;

    @Option(
            names = {"-T", "--title"},
            paramLabel = "TEXT",
            description = "Name of the run in JSON.")
    private String title;

    /**
     * Checks what fits together.
     *
     * @throws IllegalArgumentException if something doesn't
     */
    void check() {
        if (json && jsonStream) {
            throw new IllegalArgumentException("give --json or --json-stream, not both");
        }
    }

    boolean serverOutput() {
        return serverOutput;
    }

    String title() {
        return title;
    }

    ClientReport report(PrintWriter out, RunJson writer) {
        return new ClientReport(out, json, jsonStream, writer);
    }

    /** Prints for programs that nothing ran. */
    void printFailure(PrintWriter out, String message) {
        if (json) {
            out.println(RunJson.failure(message));
        } else if (jsonStream) {
            out.println(RunJson.errorLine(message));
        }
        out.flush();
    }
}
