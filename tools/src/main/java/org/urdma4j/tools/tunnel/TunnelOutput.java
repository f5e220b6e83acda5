package org.urdma4j.tools.tunnel;

import org.urdma4j.tunnel.site.TunnelConfig;

/** What the command prints. */
interface TunnelOutput {
    void ready(TunnelConfig config);

    /** Prints what was done in the time since the last such call. */
    void interval(double seconds, Progress progress);

    /** Prints what was done in all. */
    void end(double seconds, Progress progress);
}
