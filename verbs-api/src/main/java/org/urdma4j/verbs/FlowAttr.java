package org.urdma4j.verbs;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Which frames a flow steers: {@code struct ibv_flow_attr} (ibv_create_flow(3)). Immutable; {@link
 * #builder()} has the defaults.
 *
 * @param type what it takes
 * @param priority among NORMAL flows, 0 to 65535: the lower number goes first; of equal ones, the
 *     older flow
 * @param portNum port of the device, from 1
 * @param flags bits of {@link FlowFlags}
 * @param specs what the frames have to be like, all of it, in any order; of each header at most one
 */
public record FlowAttr(
        FlowAttrType type, int priority, int portNum, int flags, List<FlowSpec> specs) {
    private static final int MAX_PRIORITY = 0xffff;

    /** Checks the ranges; what a device can't do it refuses itself. */
    public FlowAttr {
        Objects.requireNonNull(type, "type");
        Checks.range("priority", priority, 0, MAX_PRIORITY);
        specs = List.copyOf(specs);
    }

    /** Starts from a NORMAL flow of priority 0 on port 1, which every frame matches. */
    public static Builder builder() {
        return new Builder();
    }

    /** Collects the attributes. Not thread-safe. */
    public static final class Builder {
        private FlowAttrType type = FlowAttrType.NORMAL;
        private int priority;
        private int portNum = 1;
        private int flags;
        private final List<FlowSpec> specs = new ArrayList<>();

        private Builder() {}

        /** Sets what the flow takes; NORMAL unless set. */
        public Builder type(FlowAttrType type) {
            this.type = type;
            return this;
        }

        /** Sets the priority, 0 to 65535; 0, the highest, unless set. */
        public Builder priority(int priority) {
            this.priority = priority;
            return this;
        }

        /** Sets the port of the device; 1 unless set. */
        public Builder portNum(int portNum) {
            this.portNum = portNum;
            return this;
        }

        /** Sets bits of {@link FlowFlags}; none unless set. */
        public Builder flags(int flags) {
            this.flags = flags;
            return this;
        }

        /** Adds what frames have to be like. */
        public Builder spec(FlowSpec spec) {
            specs.add(Objects.requireNonNull(spec, "spec"));
            return this;
        }

        /**
         * Returns the attributes.
         *
         * @throws IllegalArgumentException if the priority is out of its range
         */
        public FlowAttr build() {
            return new FlowAttr(type, priority, portNum, flags, specs);
        }
    }
}
