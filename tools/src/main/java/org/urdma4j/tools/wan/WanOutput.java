package org.urdma4j.tools.wan;

import org.urdma4j.wan.Verdict;
import org.urdma4j.wan.WanConfig;
import org.urdma4j.wan.WanReport;

/** Where it is said what happens. */
interface WanOutput {
    void ready(WanConfig config);

    /** What was done until {@code seconds} after the start. */
    void interval(double seconds, WanReport report);

    /** What was done in all, and whether it counts. */
    void end(double seconds, WanConfig config, WanReport report, Verdict verdict);
}
