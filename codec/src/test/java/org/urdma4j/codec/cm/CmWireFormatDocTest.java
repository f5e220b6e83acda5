package org.urdma4j.codec.cm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.codec.mad.MadField;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The fields and reasons of cm-messages.md are those of the code. */
class CmWireFormatDocTest {
    private static final int HEADER_BITS = 24 * 8;

    @Test
    void shouldListEveryFieldOfEveryMessage() throws IOException {
        List<String> expected = new ArrayList<>();
        for (CmMessage message : CmMessage.values()) {
            expected.add("%s, 0x%04x".formatted(message, message.attributeId()));
            message.fields().forEach(field -> expected.add(row(field)));
            message.ranges().forEach(range -> expected.add(row(range.offset(), range.name())));
            expected.add(row(message.privateData().offset(), "private data"));
        }
        assertThat(listed("## Messages of the connection manager")).isEqualTo(expected);
    }

    private static String row(MadField field) {
        int bit = field.bit() - HEADER_BITS;
        String place = bit % 8 == 0 ? "" + bit / 8 : bit / 8 + "." + bit % 8;
        return "%5s %3d  %s".formatted(place, field.width(), field.name());
    }

    private static String row(int offset, String name) {
        return "%5d      %s".formatted(offset - HEADER_BITS / 8, name);
    }

    @Test
    void shouldListEveryReason() throws IOException {
        List<String> expected =
                Arrays.stream(RejectReason.values())
                        .map(reason -> "%2d  %s".formatted(reason.code(), reason))
                        .toList();
        assertThat(listed("## Reasons of REJ")).isEqualTo(expected);
        for (RejectReason reason : RejectReason.values()) {
            assertThat(RejectReason.of(reason.code())).contains(reason);
        }
        assertThat(RejectReason.of(0)).isEmpty();
        assertThat(RejectReason.of(34)).isEmpty();
        assertThat(RejectReason.of(-1)).isEmpty();
    }

    /** The lines of the code block under a heading. */
    private static List<String> listed(String heading) throws IOException {
        String page = Files.readString(Path.of("src/test/resources/cm-messages.md"));
        String after = page.substring(page.indexOf("\n" + heading + "\n"));
        return after.split("```", 3)[1].lines().skip(1).toList();
    }
}
