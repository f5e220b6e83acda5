package org.urdma4j.tools.lab;

import java.nio.charset.Charset;
import java.util.List;

/** Arguments for other processes, which the JVM encodes by the locale. */
final class HandedWords {
    private HandedWords() {}

    /**
     * Refuses what would reach another process as something else.
     *
     * @throws IllegalArgumentException with a line that says what to do
     */
    static List<String> check(List<String> words) {
        Charset charset = Charset.forName(System.getProperty("sun.jnu.encoding"));
        for (String word : words) {
            if (!charset.newEncoder().canEncode(word)) {
                throw new IllegalArgumentException(
                        "--protect, --keylog: the processes of the ends can't be given this name in"
                                + " the locale's encoding (%s); name a link to it, in ASCII"
                                        .formatted(charset));
            }
        }
        return words;
    }
}
