package org.urdma4j.transport.cm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.codec.cm.CmMessage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** The rows of cm-transitions.md are what happens. */
class TransitionTableTest {
    private static final Set<CmState> ASKED =
            EnumSet.of(
                    CmState.REQ_RCVD,
                    CmState.MRA_REQ_SENT,
                    CmState.REP_SENT,
                    CmState.MRA_REP_RCVD,
                    CmState.REJ_SENT);
    private static final Set<CmState> ENDS_OF_BOTH =
            EnumSet.of(CmState.ESTABLISHED, CmState.DREQ_SENT, CmState.TIMEWAIT);
    private static final Set<CmState> ASKED_FOR_DATAGRAMS =
            EnumSet.of(CmState.SIDR_REQ_RCVD, CmState.SIDR_REP_SENT);
    private static final Set<CmState> BEFORE_REP =
            EnumSet.of(CmState.REQ_SENT, CmState.MRA_REQ_RCVD);

    @Test
    void shouldDoWhatThePageSays() throws IOException {
        List<String> rows = new ArrayList<>();
        for (CmState state : CmState.values()) {
            if (ENDS_OF_BOTH.contains(state)) {
                addRows(rows, state, false, " (active)");
                addRows(rows, state, true, " (passive)");
            } else {
                addRows(rows, state, ASKED.contains(state) || isDatagrams(state), "");
            }
        }
        assertThat(listed()).isEqualTo(String.join("\n", rows));
    }

    private static boolean isDatagrams(CmState state) {
        return ASKED_FOR_DATAGRAMS.contains(state);
    }

    private static void addRows(List<String> rows, CmState state, boolean passive, String end) {
        for (CmMessage message : CmMessage.values()) {
            boolean opens =
                    (message == CmMessage.REQ && (!passive || isDatagrams(state)))
                            || (message == CmMessage.SIDR_REQ && !isDatagrams(state));
            if (!opens) {
                Stage stage = Stage.in(state, passive);
                boolean aboutRep = !BEFORE_REP.contains(state);
                stage.receive(PeerMessages.of(message, stage.id, Stage.QPN, aboutRep));
                addRow(rows, stage, state, end, message.toString());
            }
        }
        addTimerRow(rows, state, passive, end);
    }

    private static void addTimerRow(List<String> rows, CmState state, boolean passive, String end) {
        Stage stage = Stage.in(state, passive);
        if (stage.cm.nextDeadlineNs() == Long.MAX_VALUE) {
            return;
        }
        while (stage.cm.state(stage.id) == state && stage.cm.nextDeadlineNs() != Long.MAX_VALUE) {
            stage.sent.clear();
            stage.nextDeadline();
        }
        addRow(rows, stage, state, end, "time");
    }

    private static void addRow(
            List<String> rows, Stage stage, CmState before, String end, String cause) {
        CmState after = stage.cm.state(stage.id);
        String sent =
                stage.messages().stream().map(Objects::toString).collect(Collectors.joining(", "));
        String events =
                stage.events().stream()
                        .map(event -> event.getClass().getSimpleName())
                        .collect(Collectors.joining(", "));
        if (after != before || !sent.isEmpty() || !events.isEmpty()) {
            String becomes = after == null ? "–" : after == before ? "" : after.toString();
            rows.add(
                    "| %s%s | %s | %s | %s | %s |"
                            .formatted(before, end, cause, becomes, sent, events)
                            .replaceAll(" +", " "));
        }
    }

    private static String listed() throws IOException {
        return Files.readString(Path.of("src/test/resources/cm-transitions.md"))
                .lines()
                .filter(line -> line.matches("\\| [A-Z]{3}.*"))
                .collect(Collectors.joining("\n"));
    }
}
