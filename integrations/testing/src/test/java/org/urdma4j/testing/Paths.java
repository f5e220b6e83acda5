package org.urdma4j.testing;

/** Paths of annotations, for who needs no test run over them. */
final class Paths {
    private Paths() {}

    /** Returns what the annotation of a class says. */
    static PathSpec of(Class<?> annotated) {
        return PathSpec.of(annotated.getAnnotation(EmulatedPath.class));
    }
}
