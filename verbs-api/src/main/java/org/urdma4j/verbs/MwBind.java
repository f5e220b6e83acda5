package org.urdma4j.verbs;

import java.util.Objects;

/**
 * A request to bind a memory window of type 1: {@code struct ibv_mw_bind} (ibv_bind_mw(3)).
 *
 * @param wrId what {@link WorkCompletion#wrId()} of its completion will be
 * @param sendFlags bits of {@link SendFlags}
 * @param bindInfo what to bind it to
 */
public record MwBind(long wrId, int sendFlags, MwBindInfo bindInfo) {
    /** Checks that there is something to bind to. */
    public MwBind {
        Objects.requireNonNull(bindInfo, "bindInfo");
    }
}
