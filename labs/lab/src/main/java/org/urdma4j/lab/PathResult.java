package org.urdma4j.lab;

/**
 * What the emulator of the path says of its own work.
 *
 * @param latenessP99Us how late it was, 99th percentile, µs; NaN if it can't tell
 * @param reason why the run is void, empty if it isn't
 */
public record PathResult(double latenessP99Us, String reason) {
    /** A path that doesn't tell. */
    public static final PathResult UNKNOWN = new PathResult(Double.NaN, "");

    /** Returns the worse of two paths of one run. */
    public PathResult and(PathResult other) {
        return new PathResult(
                Math.max(latenessP99Us, other.latenessP99Us), isVoid() ? reason : other.reason);
    }

    /** Returns whether the run must not be counted. */
    public boolean isVoid() {
        return !reason.isEmpty();
    }
}
