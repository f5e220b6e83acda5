package org.urdma4j.measure.verbs;

import java.util.concurrent.atomic.AtomicReference;

/** The first thing that broke; any thread. */
final class Failure {
    private final AtomicReference<String> message = new AtomicReference<>();

    /** Notes what broke, unless something did before. */
    void set(String text) {
        message.compareAndSet(null, text);
    }

    /** Returns what broke first, or null. */
    String get() {
        return message.get();
    }
}
