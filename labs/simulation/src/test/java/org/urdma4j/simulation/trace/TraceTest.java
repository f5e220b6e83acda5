package org.urdma4j.simulation.trace;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.simulation.trace.CallRecorder.Call;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * How many classes and calls a packet passes, and which, as {@code docs/architecture.md} draws it;
 * {@code -Durdma4j.write=true} writes it there.
 */
class TraceTest {
    private static final Path PAGE = Path.of("../../docs/architecture.md");
    private static final String BEGIN = "<!-- traced: TraceTest writes what follows -->\n";
    private static final String END = "<!-- traced -->\n";
    private static final List<String> REQUESTS = List.of("RDMA_WRITE", "SEND", "RDMA_READ");

    private final StringBuilder numbers =
            new StringBuilder(
                    """
                    | 2,000 bytes, one packet | in: stays | in: calls | out: stays | out: calls |
                    | --- | --- | --- | --- | --- |
                    """);
    private final StringBuilder drawing = new StringBuilder();

    @Test
    void shouldBeAsItIsDrawn() throws Exception {
        trace("Standard", false);
        trace("URDMA", true);
        String traced = numbers + "\n```\n" + drawing + "```\n";
        String page = Files.readString(PAGE);
        int begin = page.indexOf(BEGIN) + BEGIN.length();
        int end = page.indexOf(END);
        if (Boolean.getBoolean("urdma4j.write")) {
            Files.writeString(PAGE, page.substring(0, begin) + traced + page.substring(end));
        } else {
            assertThat(page.substring(begin, end))
                    .as("run again with -Durdma4j.write=true, and look at what has changed")
                    .isEqualTo(traced);
        }
    }

    private void trace(String profile, boolean urdma) throws Exception {
        for (String request : REQUESTS) {
            Call root = recorded(request, urdma);
            Way in = Way.in(root);
            Way out = Way.out(root);
            numbers.append(
                    "| %s, %s | %d | %d | %d | %d |\n"
                            .formatted(
                                    profile,
                                    request.replace("RDMA_", ""),
                                    in.stays().size(),
                                    in.calls(),
                                    out.stays().size(),
                                    out.calls()));
            if (request.equals("RDMA_WRITE")) {
                draw(profile + " WRITE in", in);
                draw(profile + " WRITE out", out);
            }
        }
    }

    private static Call recorded(String request, boolean urdma)
            throws IOException, ReflectiveOperationException {
        Class<?> traced = new TracingLoader().loadClass(OneMessage.class.getName());
        traced.getMethod("run", String.class, boolean.class).invoke(null, request, urdma);
        return CallRecorder.stop();
    }

    private void draw(String what, Way way) {
        drawing.append(what).append('\n');
        String before = "    ";
        int length = 0;
        for (String stay : way.stays()) {
            if (length + stay.length() > 90) {
                before = "\n    > ";
                length = 0;
            }
            drawing.append(before).append(stay);
            length += stay.length() + 3;
            before = " > ";
        }
        drawing.append('\n');
    }
}
