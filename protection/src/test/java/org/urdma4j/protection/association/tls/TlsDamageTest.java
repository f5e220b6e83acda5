package org.urdma4j.protection.association.tls;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.urdma4j.protection.key.Role;

import java.util.Arrays;

/** Each byte of a handshake is changed once, and each piece of it cut off. */
class TlsDamageTest {
    private static final TlsSettings SETTINGS = TlsPair.settings(TlsPair.psk(1));
    private static final int RECORD_HEADER = 5;

    /** What is seen of the two, of which {@code sender} sends a changed byte. */
    private static TlsPair changed(Role sender, int position) {
        int[] before = new int[1];
        return new TlsPair(SETTINGS, SETTINGS)
                .run((from, bytes) -> {
                    if (from != sender) {
                        return bytes;
                    }
                    int here = position - before[0];
                    before[0] += bytes.length;
                    if (here >= 0 && here < bytes.length) {
                        bytes[here] ^= 1;
                    }
                    return bytes;
                });
    }

    private static byte[] sentBy(Role sender) {
        byte[][] sent = {new byte[0]};
        new TlsPair(SETTINGS, SETTINGS)
                .run((from, bytes) -> {
                    if (from == sender) {
                        int old = sent[0].length;
                        sent[0] = Arrays.copyOf(sent[0], old + bytes.length);
                        System.arraycopy(bytes, 0, sent[0], old, bytes.length);
                    }
                    return bytes;
                });
        return sent[0];
    }

    /** The header of a record is authenticated, but for those before there are keys. */
    private static boolean isHeader(byte[] sent, int position) {
        int record = 0;
        while (record < sent.length) {
            if (position < record) {
                return false;
            }
            if (position < record + RECORD_HEADER) {
                return true;
            }
            record += RECORD_HEADER + ((sent[record + 3] & 0xff) << 8) + (sent[record + 4] & 0xff);
        }
        return false;
    }

    @Test
    void shouldNeverAgreeOverAChangedByte() {
        for (Role sender : Role.values()) {
            byte[] sent = sentBy(sender);
            for (int i = 0; i < sent.length; i++) {
                TlsPair pair = changed(sender, i);
                boolean both = pair.client.isEstablished() && pair.server.isEstablished();
                if (both) {
                    assertThat(isHeader(sent, i)).as("byte %d of %s", i, sender).isTrue();
                    assertThat(TlsEndTest.key(pair.client.takeOutcome().secret()))
                            .isEqualTo(TlsEndTest.key(pair.server.takeOutcome().secret()));
                } else {
                    // One end found out, or waits for bytes that its time limit ends.
                    assertThat(pair.serverFailure == null && pair.server.isEstablished())
                            .as("server, byte %d of %s", i, sender)
                            .isFalse();
                }
            }
        }
    }

    @Test
    void shouldWaitForWhatIsCutOff() {
        byte[] sent = sentBy(Role.CLIENT);
        for (int length = 0; length < sent.length; length += 7) {
            int end = length;
            int[] before = new int[1];
            TlsPair pair =
                    new TlsPair(SETTINGS, SETTINGS)
                            .run((from, bytes) -> {
                                if (from == Role.SERVER) {
                                    return bytes;
                                }
                                int left = Math.clamp(end - before[0], 0, bytes.length);
                                before[0] += bytes.length;
                                return Arrays.copyOf(bytes, left);
                            });
            assertThat(pair.server.isEstablished()).isFalse();
            assertThat(pair.serverFailure).isNull();
            assertThat(pair.clientFailure).isNull();
        }
    }
}
