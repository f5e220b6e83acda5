package org.urdma4j.tools.copy.ssh;

import java.util.ArrayList;
import java.util.List;

/**
 * The program that reaches a host, with its options, before the host's name.
 *
 * @param words at least one
 */
public record SshCommand(List<String> words) {
    public SshCommand {
        words = List.copyOf(words);
    }

    /**
     * Reads one as rsync's {@code -e} has it: words are parted by blanks, single or double quotes
     * hold one together, and within them two of the same stand for one.
     *
     * @throws IllegalArgumentException if there is no word, or a quote is open at the end
     */
    public static SshCommand parse(String text) {
        List<String> words = new ArrayList<>();
        StringBuilder word = null;
        char quote = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean again = i + 1 < text.length() && text.charAt(i + 1) == c;
            if (quote == 0 && c == ' ') {
                if (word != null) {
                    words.add(word.toString());
                }
                word = null;
                continue;
            }
            word = word == null ? new StringBuilder() : word;
            if (quote == 0 && (c == '\'' || c == '"')) {
                quote = c;
            } else if (quote != 0 && c == quote && !again) {
                quote = 0;
            } else {
                word.append(c);
                i += quote != 0 && c == quote ? 1 : 0;
            }
        }
        if (quote != 0) {
            throw new IllegalArgumentException("--ssh: a quote is open at the end of " + text);
        }
        if (word != null) {
            words.add(word.toString());
        }
        if (words.isEmpty()) {
            throw new IllegalArgumentException("--ssh= names no program");
        }
        return new SshCommand(words);
    }

    String program() {
        return words.getFirst();
    }

    /** Returns all that is run here: what ssh runs there is one word more, for the shell there. */
    List<String> running(String destination, String there) {
        List<String> all = new ArrayList<>(words);
        all.add(destination);
        all.add(there);
        return all;
    }
}
