package org.urdma4j.tools.copy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.urdma4j.copy.client.CopyClient;
import org.urdma4j.copy.client.CopyOptions;
import org.urdma4j.copy.client.Tally;
import org.urdma4j.copy.pass.PassListener;
import org.urdma4j.copy.tree.Preserve;
import org.urdma4j.tools.copy.Kinds.Kind;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Every cell of the tables in docs/copy.md, push and pull, a dry run before each copy. */
@Timeout(120)
class CopyKindsTest {
    private static final String NAMED = "| source | `t`: nothing |";
    private static final String INTO = "| source \\ `t/s` |";
    private static final String INSIDE = "| source \\ target |";

    /** What tells the content of the source and that of the target apart: of different lengths. */
    private static final String NEW = "new";

    private static final String OLD = "former";

    @TempDir static Path folder;
    private static Path fifo;
    private static SocketSite site;
    private static CopyClient client;
    private static int cells;

    /**
     * A cell: what is copied to what, as both are written, and what the docs say of it.
     *
     * @param slash whether the source, or the target, ends with one
     */
    record Cell(Kind source, boolean slash, Kind target, boolean targetSlash, String says) {
        @Override
        public String toString() {
            return "%s%s to %s%s: %s"
                    .formatted(source, slash ? "/" : "", target, targetSlash ? "/" : "", says);
        }
    }

    @BeforeAll
    static void serve() throws Exception {
        fifo = folder.resolve("fifo");
        assertThat(new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor()).isZero();
        Files.createDirectory(folder.resolve("served"));
        Files.createDirectory(folder.resolve("here"));
        site = new SocketSite(folder.resolve("served"));
        client = site.client(1);
    }

    @AfterAll
    static void end() throws IOException {
        client.close();
        site.close();
    }

    private static List<List<String>> table(String head) throws IOException {
        List<String> lines = Files.readAllLines(Path.of("../docs/copy.md"));
        int at = 0;
        while (!lines.get(at).startsWith(head)) {
            at++;
        }
        List<List<String>> rows = new ArrayList<>();
        for (; lines.get(at).startsWith("|"); at++) {
            String[] row = lines.get(at).split("\\|", -1);
            rows.add(Arrays.stream(row, 1, row.length - 1).map(String::strip).toList());
        }
        rows.remove(1);
        return rows;
    }

    private static List<Kind> kinds(String words) {
        return switch (words) {
            case "nothing" -> List.of(Kind.NOTHING);
            case "file" -> List.of(Kind.FILE);
            case "empty folder" -> List.of(Kind.EMPTY_FOLDER);
            case "folder" -> List.of(Kind.FOLDER);
            case "link" -> List.of(Kind.LINK_TO_FILE, Kind.LINK_TO_FOLDER, Kind.DANGLING);
            case "link to a folder" -> List.of(Kind.LINK_TO_FOLDER);
            case "other link" -> List.of(Kind.LINK_TO_FILE, Kind.DANGLING);
            case "special" -> List.of(Kind.SPECIAL);
            default -> throw new IllegalArgumentException(words);
        };
    }

    /** Returns the cells of the table of what is named. */
    static List<Cell> named() throws IOException {
        List<List<String>> table = table(NAMED);
        List<Cell> all = new ArrayList<>();
        for (List<String> row : table.subList(1, table.size())) {
            String[] source = row.getFirst().split(": ", 2);
            for (String words : source[source.length - 1].split(", ", -1)) {
                for (boolean slash : new boolean[] {false, true}) {
                    if (source.length == 2 && source[0].equals("`s/`") != slash) {
                        continue;
                    }
                    for (int i = 1; i < row.size(); i++) {
                        String[] target = table.getFirst().get(i).split(": ", 2);
                        for (Kind from : kinds(words)) {
                            for (Kind to : kinds(target[1])) {
                                boolean ends = target[0].equals("`t/`");
                                all.add(new Cell(from, slash, to, ends, row.get(i)));
                            }
                        }
                    }
                }
            }
        }
        return all;
    }

    private static List<Cell> cells(String head) throws IOException {
        List<List<String>> table = table(head);
        List<Cell> all = new ArrayList<>();
        for (List<String> row : table.subList(1, table.size())) {
            for (int i = 1; i < row.size(); i++) {
                for (Kind from : kinds(row.getFirst())) {
                    for (Kind to : kinds(table.getFirst().get(i))) {
                        all.add(new Cell(from, false, to, false, row.get(i)));
                    }
                }
            }
        }
        return all;
    }

    static List<Cell> into() throws IOException {
        return cells(INTO);
    }

    static List<Cell> inside() throws IOException {
        return cells(INSIDE);
    }

    @Test
    void shouldKnowEachKindInEachTable() throws IOException {
        assertThat(named()).hasSize((1 + 3 * 1 + 3 + 3 + 4) * (2 * 6 + 2));
        assertThat(into()).hasSize((1 + 1 + 3) * (5 + 3));
        assertThat(inside()).hasSize((1 + 1 + 3 + 1 + 1) * (5 + 3));
    }

    /** What a run said. */
    private record Outcome(
            String error, long files, long failed, long removed, List<String> texts) {
        boolean isGood() {
            return error == null && failed == 0;
        }
    }

    /** One copy, and its dry run before it. */
    private static final class Run {
        private final boolean push;
        private final boolean force;
        private final boolean delete;
        final Path from;
        final Path to;
        private final String number = Integer.toString(cells++);

        Run(boolean push, boolean force, boolean delete) throws IOException {
            this.push = push;
            this.force = force;
            this.delete = delete;
            from = Files.createDirectories(side(push).resolve(number + "/from"));
            to = Files.createDirectories(side(!push).resolve(number + "/to"));
        }

        private static Path side(boolean here) {
            return folder.resolve(here ? "here" : "served");
        }

        private String path(boolean here, String name) {
            return here
                    ? folder.resolve("here/" + number) + "/" + name
                    : "h:" + number + "/" + name;
        }

        private Outcome copy(boolean dry, String source, String target) throws Exception {
            List<String> paths = List.of(path(push, "from/" + source), path(!push, "to/" + target));
            CopyOptions options =
                    new CopyOptions(
                            true, false, false, delete, dry, List.of(), force, null, Preserve.NONE);
            Tally tally = new Tally(PassListener.NONE);
            String error = null;
            try {
                var _ = ((TreeJob) CopyJob.parse(paths)).run(client, options, tally, null);
            } catch (IOException e) {
                error = e.getMessage();
            }
            long files = dry ? tally.wantedFiles() : tally.doneFiles();
            return new Outcome(error, files, tally.failed(), tally.removed(), tally.texts());
        }

        /** Copies and returns what was said, which the dry run has said before. */
        Outcome copy(String source, String target) throws Exception {
            SortedMap<String, String> before = Kinds.image(to);
            SortedMap<String, String> sources = Kinds.image(from);
            Outcome dry = copy(true, source, target);
            assertThat(Kinds.image(to)).as("after a dry run").isEqualTo(before);
            Outcome real = copy(false, source, target);
            assertThat(real).as("the copy, and its dry run").isEqualTo(dry);
            assertThat(Kinds.image(from)).as("the source").isEqualTo(sources);
            return real;
        }

        @Override
        public String toString() {
            return (push ? "push" : "pull")
                    + (force ? " --force" : "")
                    + (delete ? " --delete" : "");
        }
    }

    private interface Check {
        void run(Run run) throws Exception;
    }

    /** Pushes and pulls, with the options that could make a difference. */
    private void everyWay(Cell cell, boolean tree, Check check) throws Exception {
        for (int way = 0; way < 8; way++) {
            boolean force = (way & 2) != 0;
            boolean delete = (way & 4) != 0;
            if ((force && !cell.says.contains("force")) || (delete && !tree)) {
                continue;
            }
            Run run = new Run((way & 1) == 0, force, delete);
            try {
                check.run(run);
            } catch (AssertionError | IOException e) {
                throw new AssertionError(run + ": " + e.getMessage(), e);
            }
        }
    }

    @ParameterizedTest
    @MethodSource
    void named(Cell cell) throws Exception {
        boolean tree = cell.source.isFolder() || cell.slash;
        everyWay(
                cell,
                tree,
                run -> {
                    Kinds.plant(cell.source, run.from.resolve("s"), NEW, fifo);
                    Kinds.plant(cell.target, run.to.resolve("t"), OLD, fifo);
                    SortedMap<String, String> expected = Kinds.image(run.to);
                    boolean done =
                            !cell.says.equals("error")
                                    && (run.force || !cell.says.contains("force"));
                    if (done) {
                        boolean follows = cell.targetSlash && cell.target == Kind.LINK_TO_FOLDER;
                        String target = follows ? "t-" + OLD : "t";
                        boolean into = cell.says.contains("t/s");
                        if (into && !"folder".equals(expected.get(target))) {
                            Kinds.overlay(
                                    expected, target, new TreeMap<>(Map.of("", "folder")), true);
                        }
                        boolean followed = cell.slash && cell.source == Kind.LINK_TO_FOLDER;
                        SortedMap<String, String> image =
                                Kinds.image(run.from.resolve(followed ? "s-" + NEW : "s"));
                        Kinds.overlay(expected, into ? target + "/s" : target, image, run.delete);
                    }
                    Outcome outcome =
                            run.copy(cell.slash ? "s/" : "s", cell.targetSlash ? "t/" : "t");
                    assertThat(outcome.isGood()).as(outcome.toString()).isEqualTo(done);
                    assertThat(Kinds.image(run.to)).isEqualTo(expected);
                    if (!done) {
                        assertThat(outcome.error).as("said before anything is sent").isNotNull();
                        assertThat(outcome.error.contains("--force"))
                                .as(outcome.error)
                                .isEqualTo(cell.says.contains("force"));
                    }
                });
    }

    @ParameterizedTest
    @MethodSource
    void into(Cell cell) throws Exception {
        everyWay(
                cell,
                cell.source.isFolder(),
                run -> {
                    Kinds.plant(cell.source, run.from.resolve("s"), NEW, fifo);
                    Path target = Files.createDirectory(run.to.resolve("t"));
                    Kinds.plant(cell.target, target.resolve("s"), OLD, fifo);
                    SortedMap<String, String> expected = Kinds.image(run.to);
                    boolean done = run.force || !cell.says.equals("force");
                    if (done) {
                        SortedMap<String, String> image = Kinds.image(run.from.resolve("s"));
                        Kinds.overlay(expected, "t/s", image, run.delete);
                    }
                    Outcome outcome = run.copy("s", "t");
                    assertThat(outcome.isGood()).as(outcome.toString()).isEqualTo(done);
                    assertThat(Kinds.image(run.to)).isEqualTo(expected);
                });
    }

    @ParameterizedTest
    @MethodSource
    void inside(Cell cell) throws Exception {
        everyWay(
                cell,
                true,
                run -> {
                    Kinds.plant(Kind.FOLDER, run.from.resolve("s"), NEW, fifo);
                    Kinds.plant(cell.source, run.from.resolve("s/x"), NEW, fifo);
                    Kinds.plant(Kind.FOLDER, run.to.resolve("t"), OLD, fifo);
                    Kinds.plant(cell.target, run.to.resolve("t/x"), OLD, fifo);
                    SortedMap<String, String> there = Kinds.image(run.to.resolve("t/x"));
                    SortedMap<String, String> expected = Kinds.image(run.to);
                    boolean special = cell.source == Kind.SPECIAL;
                    boolean done = run.force || !cell.says.equals("force");
                    SortedMap<String, String> image = Kinds.image(run.from.resolve("s"));
                    if (special) {
                        image.remove("x");
                    } else if (!done) {
                        image.keySet().removeIf(path -> path.equals("x") || path.startsWith("x/"));
                    }
                    if (done && !special && cell.source != Kind.NOTHING) {
                        Kinds.overlay(
                                expected, "t/x", Kinds.image(run.from.resolve("s/x")), run.delete);
                    }
                    Kinds.overlay(expected, "t", image, run.delete && done);
                    if (special && run.delete && !there.isEmpty()) {
                        expected.put("t/x", there.get("")); // and nothing of what is in it
                    }
                    Outcome outcome = run.copy("s/", "t");
                    assertThat(outcome.isGood()).as(outcome.toString()).isEqualTo(done);
                    assertThat(Kinds.image(run.to)).isEqualTo(expected);
                    assertThat(outcome.texts).hasSize(special || !done ? 1 : 0);
                });
    }
}
