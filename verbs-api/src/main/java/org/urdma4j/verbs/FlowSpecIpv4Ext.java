package org.urdma4j.verbs;

import java.util.Objects;

/**
 * IPv4: {@code struct ibv_flow_spec_ipv4_ext}, of which {@code ibv_flow_spec_ipv4} is a part.
 * Immutable.
 *
 * @param val what the fields have to be
 * @param mask which of their bits count
 */
public record FlowSpecIpv4Ext(FlowIpv4ExtFilter val, FlowIpv4ExtFilter mask) implements FlowSpec {
    /** Checks that there are both. */
    public FlowSpecIpv4Ext {
        Objects.requireNonNull(val, "val");
        Objects.requireNonNull(mask, "mask");
    }

    @Override
    public FlowSpecType type() {
        return FlowSpecType.IPV4_EXT;
    }
}
