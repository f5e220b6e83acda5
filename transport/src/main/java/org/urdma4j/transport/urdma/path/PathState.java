package org.urdma4j.transport.urdma.path;

import java.util.Locale;

/** How a path is. */
enum PathState {
    /** It was never answered on; nothing is sent over it but challenges. */
    PROBING,
    /** It carries containers. */
    ACTIVE,
    /** What was sent over it is not reported, while other paths go on. */
    SUSPECT,
    /** Three challenges in a row were not answered. */
    DEAD;

    final String text = name().toLowerCase(Locale.ROOT);
}
