package org.urdma4j.copy.tree;

import org.urdma4j.verbs.text.ForeignText;

/** Names of Linux, which are bytes, as text for a user. */
public final class Names {
    private Names() {}

    /**
     * Returns one line: UTF-8 as it is, but a backslash twice, and as {@code \xNN} what is not
     * UTF-8 or would move the cursor of a terminal.
     */
    public static String text(byte[] bytes) {
        return ForeignText.showName(bytes);
    }
}
