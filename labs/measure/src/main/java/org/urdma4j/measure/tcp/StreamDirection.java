package org.urdma4j.measure.tcp;

import java.util.Optional;

/** Which way the data of a stream goes; every stream is opened by the client. */
enum StreamDirection {
    /** The client sends. */
    TO_SERVER(0),
    /** The server sends. */
    TO_CLIENT(1);

    private final int code;

    StreamDirection(int code) {
        this.code = code;
    }

    /** Returns what stands for it in a {@link Preamble}. */
    int code() {
        return code;
    }

    static Optional<StreamDirection> of(int code) {
        return switch (code) {
            case 0 -> Optional.of(TO_SERVER);
            case 1 -> Optional.of(TO_CLIENT);
            default -> Optional.empty();
        };
    }
}
