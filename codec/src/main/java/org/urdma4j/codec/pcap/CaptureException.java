package org.urdma4j.codec.pcap;

import java.io.IOException;
import java.io.Serial;

/**
 * A capture can't be read any further. The message is one line that names file, place and fault.
 */
public final class CaptureException extends IOException {
    @Serial private static final long serialVersionUID = 1;

    CaptureException(String message) {
        super(message);
    }

    CaptureException(String message, IOException cause) {
        super(message, cause);
    }
}
