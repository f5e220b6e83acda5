package org.urdma4j.tools.interop.play;

/** A case over a path. */
record PathCase(PlayPath path, PlayedCase played) {
    String name() {
        return path == PlayPath.CLEAN ? played.name() : path.label + "/" + played.name();
    }
}
