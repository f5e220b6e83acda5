package org.urdma4j.copy.message;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.verbs.text.ForeignText;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;

/** Whatever a peer writes into a message, what is said of it does nothing to a terminal. */
class HostileTextTest {
    private static final int TRIES = 300;

    private static final List<String> HOSTILE =
            List.of(
                    "\u001b[2J",
                    "\n",
                    "\r",
                    "\u0007",
                    "\u007f",
                    "\u009b31m",
                    "\u202e",
                    "\u2066",
                    "\u2028",
                    "\u2029",
                    "\ufeff");

    private static void assertQuiet(String text) {
        assertThat(text.codePoints().allMatch(ForeignText::isQuiet))
                .as(ForeignText.show(text))
                .isTrue();
    }

    private static void assertQuiet(Message message) {
        assertQuiet(message.toString());
        switch (message) {
            case Message.Failed m -> assertQuiet(m.text());
            case Message.Skipped m -> assertQuiet(m.text());
            case Message.Abandon m -> assertQuiet(m.text());
            default -> {}
        }
    }

    /** Of each kind of message, with hostile text in all places, and with bytes of all kinds. */
    @Test
    void shouldSayNothingInAPeersWords() throws Exception {
        Random random = new Random(11);
        int read = 0;
        for (Message sample : Samples.all()) {
            ByteBuffer whole = ByteBuffer.allocate(1 << 16);
            MessageCodec.write(sample, whole);
            whole.flip();
            for (int i = 0; i < TRIES; i++) {
                ByteBuffer copy = ByteBuffer.allocate(whole.limit()).put(whole.duplicate()).flip();
                byte[] hostile =
                        HOSTILE.get(random.nextInt(HOSTILE.size()))
                                .getBytes(StandardCharsets.UTF_8);
                int at = MessageCodec.LENGTH + random.nextInt(whole.limit());
                for (int j = 0; j < hostile.length && at + j < copy.limit(); j++) {
                    copy.put(at + j, hostile[j]);
                }
                copy.position(MessageCodec.LENGTH);
                try {
                    assertQuiet(MessageCodec.read(copy));
                    read++;
                } catch (MalformedMessageException e) {
                    assertQuiet(e.getMessage());
                }
            }
        }
        assertThat(read).as("messages that were understood").isGreaterThan(TRIES);
    }

    @Test
    void shouldShowAFaultsTextAndATargetAsTheyAre() throws Exception {
        ByteBuffer bytes = ByteBuffer.allocate(4096);
        MessageCodec.write(new Message.Skipped(Fault.IO, "a\u202eb\nurdma: c\u009b"), bytes);
        bytes.flip().position(MessageCodec.LENGTH);

        assertThat(((Message.Skipped) MessageCodec.read(bytes)).text())
                .isEqualTo("a\\xE2\\x80\\xAEb\\x0Aurdma: c\\xC2\\x9B");
        assertThat(ByteString.of("x\u001b[31m\\")).hasToString("x\\x1B[31m\\\\");
    }
}
