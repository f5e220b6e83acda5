package org.urdma4j.tunnel.site;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/** Lines for people, each said once until things have changed. Thread-safe. */
final class Notices {
    /** Beyond that many, what strangers do isn't news. */
    private static final int MOST = 32;

    private final Consumer<String> out;
    private final Set<String> said = new HashSet<>();

    Notices(Consumer<String> out) {
        this.out = out;
    }

    /** Says a line, unless it was said before. */
    synchronized void once(String line) {
        if (said.size() < MOST && said.add(line)) {
            out.accept(line);
        }
    }

    /** Says what is news each time; what is said after it may have been said before. */
    synchronized void change(String line) {
        said.clear();
        out.accept(line);
    }
}
