package org.urdma4j.verbs;

import java.util.Objects;

/**
 * IPv6: {@code struct ibv_flow_spec_ipv6}. Immutable.
 *
 * @param val what the fields have to be
 * @param mask which of their bits count
 */
public record FlowSpecIpv6(FlowIpv6Filter val, FlowIpv6Filter mask) implements FlowSpec {
    /** Checks that there are both. */
    public FlowSpecIpv6 {
        Objects.requireNonNull(val, "val");
        Objects.requireNonNull(mask, "mask");
    }

    @Override
    public FlowSpecType type() {
        return FlowSpecType.IPV6;
    }
}
