package org.urdma4j.verbs;

import java.util.Objects;

/**
 * Ethernet: {@code struct ibv_flow_spec_eth}. Immutable.
 *
 * @param val what the fields have to be
 * @param mask which of their bits count
 */
public record FlowSpecEth(FlowEthFilter val, FlowEthFilter mask) implements FlowSpec {
    /** Checks that there are both. */
    public FlowSpecEth {
        Objects.requireNonNull(val, "val");
        Objects.requireNonNull(mask, "mask");
    }

    @Override
    public FlowSpecType type() {
        return FlowSpecType.ETH;
    }
}
