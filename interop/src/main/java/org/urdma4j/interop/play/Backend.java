package org.urdma4j.interop.play;

import org.urdma4j.transport.port.NetworkPort;
import org.urdma4j.transport.port.pipeline.InboundStage;
import org.urdma4j.transport.port.pipeline.OutboundStage;
import org.urdma4j.transport.port.raw.RawPort;
import org.urdma4j.transport.port.raw.RawPortConfig;
import org.urdma4j.transport.port.udp.UdpPort;
import org.urdma4j.transport.port.udp.UdpPortConfig;

import java.net.InetAddress;
import java.util.Locale;
import java.util.Optional;

/** What carries our packets to the guest. */
public enum Backend {
    UDP {
        @Override
        public NetworkPort open(
                InetAddress local, Optional<InboundStage> in, Optional<OutboundStage> out) {
            UdpPortConfig.Builder config = UdpPortConfig.builder(local);
            in.ifPresent(config::inbound);
            out.ifPresent(config::outbound);
            return UdpPort.open(config.build());
        }
    },

    RAW {
        @Override
        public NetworkPort open(
                InetAddress local, Optional<InboundStage> in, Optional<OutboundStage> out) {
            RawPortConfig.Builder config = RawPortConfig.builder(local);
            in.ifPresent(config::inbound);
            out.ifPresent(config::outbound);
            return RawPort.open(config.build());
        }
    };

    /**
     * Opens a port.
     *
     * @param in what befalls packets that arrive
     * @param out what befalls packets that leave
     */
    public abstract NetworkPort open(
            InetAddress local, Optional<InboundStage> in, Optional<OutboundStage> out);

    /** Returns its name as commands have it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
