package org.urdma4j.interop.play;

import org.urdma4j.verbs.QpType;

/** A case over a path. */
record PathCase(PlayPath path, PlayedCase played) {
    String name() {
        return path == PlayPath.CLEAN ? played.name() : path.label + "/" + played.name();
    }

    /** Whether there is trouble for a role: where nothing is answered, only requests can suffer. */
    boolean concerns(boolean weAsk) {
        return path == PlayPath.CLEAN
                || played.options().type() == QpType.RC
                || path.troubles(weAsk);
    }

    Scope scope() {
        return path == PlayPath.CLEAN || path == PlayPath.LR2 ? played.scope() : Scope.PAIRS;
    }
}
