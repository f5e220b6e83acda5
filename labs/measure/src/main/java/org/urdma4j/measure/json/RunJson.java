package org.urdma4j.measure.json;

import com.fasterxml.jackson.annotation.JsonInclude;

import org.urdma4j.measure.run.RunHead;
import org.urdma4j.measure.run.RunRecord;

import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

import java.util.List;
import java.util.stream.IntStream;

/** Writes runs as JSON: whole ones as one object, or line by line while they go on. */
public final class RunJson {
    private static final JsonMapper JSON =
            JsonMapper.builder()
                    .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                    .changeDefaultPropertyInclusion(
                            value -> value.withValueInclusion(JsonInclude.Include.NON_NULL))
                    .build();

    private final String software;
    private final String title;

    /**
     * Creates a writer.
     *
     * @param software our version
     * @param title what the user calls the run, or null
     */
    public RunJson(String software, String title) {
        this.software = software;
        this.title = title;
    }

    private record Whole(
            StartJson start,
            List<IntervalJson> intervals,
            EndJson end,
            String serverOutputText,
            String error) {}

    private record Runs(List<Whole> runs, String error) {}

    private record Event(String event, Object data) {}

    private record Failed(String error) {}

    /** Returns a whole run, pretty-printed. What wasn't measured because it broke is left out. */
    public String whole(RunRecord record) {
        return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(tree(record));
    }

    /**
     * Returns several whole runs as one object with a list {@code runs}.
     *
     * @param error why there are no more of them, or null
     */
    public String wholes(List<RunRecord> records, String error) {
        return JSON.writerWithDefaultPrettyPrinter()
                .writeValueAsString(new Runs(records.stream().map(this::tree).toList(), error));
    }

    private Whole tree(RunRecord record) {
        return new Whole(
                StartJson.of(record.head(), software, title),
                intervals(record),
                record.measured() ? EndJson.of(record) : null,
                record.output().isEmpty() ? null : record.output(),
                record.failure());
    }

    private static List<IntervalJson> intervals(RunRecord record) {
        if (!record.measured()) {
            return List.of();
        }
        return IntStream.range(1, record.samples())
                .mapToObj(i -> IntervalJson.of(record, i))
                .toList();
    }

    /** Returns what there is of a run that could not begin. */
    public static String failure(String error) {
        return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(new Failed(error));
    }

    /** Returns the line for the start. */
    public String startLine(RunHead head) {
        return line("start", StartJson.of(head, software, title));
    }

    /** Returns the line for an interval that ends with sample {@code index}. */
    public String intervalLine(RunRecord record, int index) {
        return line("interval", IntervalJson.of(record, index));
    }

    /** Returns the line for the end. */
    public String endLine(RunRecord record) {
        return line("end", EndJson.of(record));
    }

    /** Returns the line for what broke. */
    public static String errorLine(String error) {
        return line("error", error);
    }

    private static String line(String event, Object data) {
        return JSON.writeValueAsString(new Event(event, data));
    }
}
