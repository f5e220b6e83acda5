package org.urdma4j.simulation.traffic;

import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.ib.Psn;
import org.urdma4j.codec.ib.TransportPacket;
import org.urdma4j.codec.urdma.UrdmaOpcode;
import org.urdma4j.simulation.host.SimulatedLink;
import org.urdma4j.simulation.host.SimulatedPacket;
import org.urdma4j.simulation.link.LinkTap;

/** Finds out whether one host's sequence numbers wrap: of its requests and the answers to them. */
final class WrapWatch {
    private static final int QUARTER = Psn.SPACE / 4;

    private boolean high;
    private boolean low;

    /**
     * @param out where the host's requests go
     * @param in where their answers come from
     */
    WrapWatch(SimulatedLink out, SimulatedLink in) {
        watch(out, Opcode.REQUEST);
        watch(in, Opcode.RESPONSE);
    }

    private void watch(SimulatedLink link, int flag) {
        TransportPacket headers = new TransportPacket();
        link.tap(
                new LinkTap<>() {
                    @Override
                    public void onTransmit(
                            SimulatedPacket packet,
                            int packetBytes,
                            long nowNs,
                            long departNs,
                            long queuedNs) {
                        SimulatedPacket.VIEW.wrap(packet, headers);
                        if ((flagsOf(headers) & flag) != 0) {
                            high |= headers.psn() >= Psn.SPACE - QUARTER;
                            low |= headers.psn() < QUARTER;
                        }
                    }
                });
    }

    private static int flagsOf(TransportPacket headers) {
        return switch (headers.status()) {
            case OK -> Opcode.flags(headers.opcode());
            case UNKNOWN_OPCODE -> UrdmaOpcode.flags(headers.opcode());
            default -> 0;
        };
    }

    boolean wrapped() {
        return high && low;
    }
}
