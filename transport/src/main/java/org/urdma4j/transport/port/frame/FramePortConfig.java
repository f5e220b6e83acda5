package org.urdma4j.transport.port.frame;

import org.urdma4j.transport.pfc.FlowControl;
import org.urdma4j.transport.port.pipeline.PortOptions;
import org.urdma4j.verbs.GidType;

import java.net.InetAddress;
import java.util.Objects;

/**
 * How a port for whole frames is opened. Immutable; start from {@link #builder}.
 *
 * @param local an address of this machine; its interface is the link
 * @param gidType what connections speak unless they choose another GID: RoCEv1 or RoCEv2
 * @param flowControl which pauses of the other end of the cable are obeyed, and which are sent to
 *     it; a port whose packets are sealed obeys none unless this asks for more than the default
 * @param vlan number of the VLAN that everything is sent in and taken of, 1 to 4094, without an
 *     interface for it; 0 to send in none and take of all
 * @param options what every port has
 */
public record FramePortConfig(
        InetAddress local,
        GidType gidType,
        FlowControl flowControl,
        int vlan,
        PortOptions options) {
    private static final int LAST_VLAN = 4094;

    public FramePortConfig {
        Objects.requireNonNull(local, "local");
        Objects.requireNonNull(flowControl, "flowControl");
        Objects.requireNonNull(options, "options");
        if (gidType != GidType.ROCE_V1 && gidType != GidType.ROCE_V2) {
            throw new IllegalArgumentException(
                    "Ethernet carries RoCEv1 and RoCEv2, not " + gidType);
        }
        if (vlan < 0 || vlan > LAST_VLAN) {
            throw new IllegalArgumentException("a VLAN is 1 to 4094, or 0 for none, not " + vlan);
        }
    }

    /** Starts from the defaults: RoCEv2, 64 MiB, secure random, PAUSE obeyed. */
    public static Builder builder(InetAddress local) {
        return new FramePortConfig(
                        local,
                        GidType.ROCE_V2,
                        FlowControl.DEFAULT,
                        0,
                        PortOptions.buffering(PortOptions.DEFAULT_BUFFER_BYTES))
                .toBuilder();
    }

    /** Returns whether the other end of the cable is trusted to stop this one. */
    boolean obeysPauses() {
        return options.protection().isEmpty() || flowControl.isOn();
    }

    public Builder toBuilder() {
        return new Builder(this);
    }

    /** Collects the values. Not thread-safe. */
    public static final class Builder extends PortOptions.Builder<Builder> {
        private final InetAddress local;
        private GidType gidType;
        private FlowControl flowControl;
        private int vlan;

        private Builder(FramePortConfig from) {
            super(from.options);
            local = from.local;
            gidType = from.gidType;
            flowControl = from.flowControl;
            vlan = from.vlan;
        }

        @Override
        protected Builder self() {
            return this;
        }

        public Builder gidType(GidType type) {
            gidType = type;
            return this;
        }

        public Builder flowControl(FlowControl pauses) {
            flowControl = pauses;
            return this;
        }

        /** Sets the VLAN, 1 to 4094; 0 for none. */
        public Builder vlan(int number) {
            vlan = number;
            return this;
        }

        /**
         * Returns the values, checked.
         *
         * @throws IllegalArgumentException if one is out of its range
         */
        public FramePortConfig build() {
            return new FramePortConfig(local, gidType, flowControl, vlan, options());
        }
    }
}
