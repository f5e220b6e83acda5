package org.urdma4j.forward.entry;

import java.io.IOException;

/** What a program has said can't be done or understood, and it has been told so. */
final class GreetingException extends IOException {
    private static final long serialVersionUID = 1;

    GreetingException(String why) {
        super(why);
    }
}
