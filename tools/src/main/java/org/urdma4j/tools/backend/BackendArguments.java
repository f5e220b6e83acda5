package org.urdma4j.tools.backend;

import org.urdma4j.measure.verbs.Backend;
import org.urdma4j.transport.pfc.FlowControl;
import org.urdma4j.transport.port.udp.UdpOffload;
import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.ContextAttr;
import org.urdma4j.verbs.GidType;
import org.urdma4j.verbs.Verbs;
import org.urdma4j.verbs.VerbsException;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

import java.net.InetAddress;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;

/** What carries RDMA at this end, as commands with a device have it. Not thread-safe. */
public final class BackendArguments {
    /** What there is to choose from. */
    enum Name {
        UDP,
        RAW,
        PCAP,
        RDMA;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Versions of RoCE. */
    enum Roce {
        V1(GidType.ROCE_V1),
        V2(GidType.ROCE_V2);

        private final GidType type;

        Roce(GidType type) {
            this.type = type;
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Option(
            names = "--backend",
            paramLabel = "NAME",
            description =
                    "What RDMA goes through here: ${COMPLETION-CANDIDATES}; raw and pcap are"
                            + " whole Ethernet frames and need CAP_NET_RAW, pcap libpcap as well;"
                            + " rdma is the system's RDMA device, as an RDMA NIC; default udp.")
    private Name backend = Name.UDP;

    @Option(
            names = "--roce",
            paramLabel = "V",
            description = "Of raw and pcap: ${COMPLETION-CANDIDATES}; default v2. Both ends alike.")
    private Roce roce = Roce.V2;

    /**
     * Checks what can be checked without a network.
     *
     * @throws IllegalArgumentException if one option doesn't fit the other
     */
    public void check() {
        if ((isUdp() || isRdma()) && roce == Roce.V1) {
            throw new IllegalArgumentException("--roce v1 needs --backend raw or pcap");
        }
    }

    /**
     * Checks that nobody asks for sealed packets of a device that has none.
     *
     * @throws IllegalArgumentException if somebody does
     */
    public void check(ProtectArguments protect) {
        if (isRdma() && protect.isGiven()) {
            throw new IllegalArgumentException("--protect needs --backend udp, raw or pcap");
        }
    }

    /**
     * Returns how a device is opened.
     *
     * @throws ParameterException if one option doesn't fit the other
     */
    public ContextAttr attr(CommandSpec spec) {
        try {
            check();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage());
        }
        return isRdma() ? RdmaDevices.ATTR : attr().build();
    }

    /**
     * Opens the device of an address.
     *
     * @throws ParameterException if one option doesn't fit the other
     * @throws VerbsException if it can't be opened
     */
    public Context open(InetAddress local, CommandSpec spec) {
        ContextAttr attr = attr(spec);
        return isRdma() ? RdmaDevices.open(local) : Verbs.open(local, attr);
    }

    private ContextAttr.Builder attr() {
        return ContextAttr.builder().backend(backend.toString()).gidType(roce.type);
    }

    /** Returns the index of the GID that queue pairs of a device start from, of its address. */
    public int gidIndex(Context context, InetAddress local) {
        return isRdma()
                ? Backend.entry(context, local).gidIndex()
                : context.findGid(1, roce.type).gidIndex();
    }

    /**
     * Returns what opens ports.
     *
     * @param flowControl what they have to do with pauses
     * @param protect whether and how packets are sealed
     * @param ownPort UDP port of this end, if it isn't that of the peer
     * @param loops says what event loops devices have
     * @param without offloads that aren't used, of the udp backend
     */
    public Backend choose(
            FlowControl flowControl,
            ProtectArguments protect,
            OptionalInt ownPort,
            Consumer<ContextAttr.Builder> loops,
            Set<UdpOffload> without) {
        if (isRdma()) {
            return Backend.foreign(RdmaDevices::open);
        }
        ContextAttr.Builder attr = attr();
        loops.accept(attr);
        return Backend.of(
                attr.build(),
                flowControl,
                protect.protection(),
                protect.isPadded(),
                ownPort,
                without);
    }

    /** Returns whether RDMA goes through a UDP socket. */
    public boolean isUdp() {
        return backend == Name.UDP;
    }

    /** Returns whether the device is the system's. */
    public boolean isRdma() {
        return backend == Name.RDMA;
    }

    /** Returns whether whole frames go through here. */
    public boolean isRaw() {
        return backend == Name.RAW;
    }
}
