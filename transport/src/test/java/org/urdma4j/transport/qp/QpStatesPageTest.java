package org.urdma4j.transport.qp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.urdma4j.verbs.QpAttrMask;
import org.urdma4j.verbs.QpState;
import org.urdma4j.verbs.QpType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The drawings and the lists of docs/qp-states.md, which are rendered from the state table. */
class QpStatesPageTest {
    private static final Path PAGE = Path.of("..", "docs", "qp-states.md");

    private static List<QpStateTable.Move> moves(QpType type) {
        return QpStateTable.all().stream()
                .filter(move -> move.type() == type)
                .filter(move -> !toAnywhere(move))
                .toList();
    }

    /** These are told in a sentence; drawn, they would hide the rest. */
    private static boolean toAnywhere(QpStateTable.Move move) {
        return move.to() == QpState.RESET || move.to() == QpState.ERR;
    }

    private static String names(int mask) {
        return QpAttrMask.toString(mask).replace("|", ", ");
    }

    private static String diagram(QpType type) {
        String arrows =
                moves(type).stream()
                        .map(move ->
                                "    %s --> %s%s"
                                        .formatted(
                                                move.from(),
                                                move.to(),
                                                move.required() == 0
                                                        ? ""
                                                        : ": " + names(move.required())))
                        .collect(Collectors.joining("\n"));
        return "```mermaid\nstateDiagram-v2\n    [*] --> RESET\n" + arrows + "\n```\n";
    }

    /** Moves with the same attributes share a row. */
    private static String optional(QpType type) {
        Map<String, String> rows = new LinkedHashMap<>();
        moves(type).stream()
                .filter(move -> move.optional() != 0)
                .forEach(move ->
                        rows.merge(
                                names(move.optional()),
                                "%s to %s".formatted(move.from(), move.to()),
                                (before, next) -> before + ", " + next));
        return rows.entrySet().stream()
                .map(row -> "| %s | %s | %s |\n".formatted(type, row.getValue(), row.getKey()))
                .collect(Collectors.joining());
    }

    @ParameterizedTest
    @EnumSource(names = {"RC", "UC", "UD", "RAW_PACKET"})
    void shouldDrawTheTable(QpType type) throws IOException {
        assertThat(Files.readString(PAGE)).contains(diagram(type));
    }

    @ParameterizedTest
    @EnumSource(names = {"RC", "UC", "UD", "RAW_PACKET"})
    void shouldListOptionalAttributes(QpType type) throws IOException {
        assertThat(Files.readString(PAGE)).contains(optional(type));
    }

    @Test
    void shouldDrawAndListNothingElse() throws IOException {
        String page = Files.readString(PAGE);

        assertThat(page.split("```mermaid", -1)).hasSize(5);
        long listed =
                page.lines()
                        .filter(line -> line.matches("\\| (RC|UC|UD|RAW_PACKET) .*"))
                        .mapToLong(line -> line.split(" to ", -1).length - 1)
                        .sum();
        long optional = QpStateTable.all().stream().filter(move -> move.optional() != 0).count();
        assertThat(listed).isEqualTo(optional);
    }

    /** "Every state may move to RESET, every one but RESET to ERR, without attributes." */
    @Test
    void shouldTellRightlyWhatIsNotDrawn() {
        assertThat(QpStateTable.all().stream().filter(QpStatesPageTest::toAnywhere))
                .hasSize(4 * (7 + 6))
                .allMatch(move -> move.required() == 0 && move.optional() == 0);
    }
}
