package org.urdma4j.measure.replay;

import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.ib.PacketStatus;
import org.urdma4j.codec.mad.GsiPacket;
import org.urdma4j.codec.urdma.Timestamp;
import org.urdma4j.measure.capture.CaptureListener;
import org.urdma4j.measure.capture.CaptureScan;
import org.urdma4j.measure.capture.CaptureTotals;
import org.urdma4j.measure.capture.CapturedPacket;
import org.urdma4j.measure.capture.Connection;
import org.urdma4j.measure.capture.HostAddress;
import org.urdma4j.measure.capture.Integrity;
import org.urdma4j.measure.capture.PauseFrame;
import org.urdma4j.transport.urdma.report.PeerClock;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** What requests a capture has: for which hosts, queue pairs and memory. Not thread-safe. */
public final class ReplayPlan {
    /** What requests to one host reach. */
    private static final class Host {
        final Map<Integer, Target> targets = new LinkedHashMap<>();
        final Map<Integer, Span> memory = new LinkedHashMap<>();

        /** What its clock was ahead of the timestamps, and whether a peer has said so. */
        long offsetNs;

        boolean offsetKnown;
    }

    private record End(HostAddress host, int qpn) {}

    private record Other(int qpn, boolean fec) {}

    private final Map<End, Other> connections = new HashMap<>();
    private final Map<HostAddress, Host> hosts = new LinkedHashMap<>();

    private ReplayPlan() {}

    /**
     * Reads a capture.
     *
     * @throws IOException if it can't be read to its end
     */
    public static ReplayPlan of(Path file) throws IOException {
        ReplayPlan plan = new ReplayPlan();
        CaptureTotals totals = CaptureScan.of(file, plan.new Reader());
        if (totals.problem().isPresent()) {
            throw new IOException(totals.problem().get());
        }
        return plan;
    }

    /** Returns who requests are for, in the order of the capture. */
    public Set<HostAddress> hosts() {
        return hosts.keySet();
    }

    Collection<Target> targets(HostAddress host) {
        return hosts.get(host).targets.values();
    }

    /** Returns the memory behind each remote key. */
    Map<Integer, Span> memory(HostAddress host) {
        return hosts.get(host).memory;
    }

    /** Returns what a host's clock was ahead of the timestamps, 0 unless its peers say. */
    long offsetNs(HostAddress host) {
        return hosts.get(host).offsetNs;
    }

    private final class Reader implements CaptureListener {
        @Override
        public void onPacket(CapturedPacket packet) {
            if (packet.integrity() == Integrity.WRONG
                    || !packet.hasHeaders()
                    || packet.status() != PacketStatus.OK
                    || (packet.flags() & Opcode.REQUEST) == 0
                    || packet.destQp() <= GsiPacket.QPN) {
                return;
            }
            Host host = hosts.computeIfAbsent(packet.destination(), _ -> new Host());
            host.targets.computeIfAbsent(packet.destQp(), _ -> target(packet)).add(packet);
            addMemory(host, packet);
            if (packet.isUrdma() && packet.hasTime() && !host.offsetKnown) {
                readClock(host, packet);
            }
        }

        /**
         * A packet says what the receiver's clock read when the sender's was T1, give or take a
         * round trip. Receivers refuse packets of which that isn't so.
         */
        private void readClock(Host host, CapturedPacket packet) {
            int tr = packet.urdma().tr();
            if (tr != PeerClock.UNKNOWN) {
                int clock = packet.urdma().t1() - tr;
                host.offsetNs = Timestamp.nanos(clock) - packet.timeNs();
                host.offsetKnown = true;
            }
        }

        private Target target(CapturedPacket first) {
            Target target = new Target(first);
            Other other = connections.get(new End(first.destination(), target.qpn));
            if (other != null) {
                target.peerQpn = other.qpn();
                target.fec = other.fec();
            }
            return target;
        }

        private void addMemory(Host host, CapturedPacket packet) {
            int flags = packet.flags();
            if ((flags & Opcode.ATOMIC) != 0) {
                long address =
                        packet.isUrdma()
                                ? packet.urdma().virtualAddress()
                                : packet.standard().virtualAddress();
                add(host, rKey(packet), address, Long.BYTES);
            } else if ((flags & Opcode.RETH) != 0) {
                if (packet.isUrdma()) {
                    long bytes = packet.urdma().toEnd();
                    add(host, rKey(packet), packet.urdma().virtualAddress(), bytes);
                } else {
                    long bytes = packet.standard().dmaLength();
                    add(host, rKey(packet), packet.standard().virtualAddress(), bytes);
                }
            }
        }

        private int rKey(CapturedPacket packet) {
            return packet.isUrdma() ? packet.urdma().rKey() : packet.standard().rKey();
        }

        /** Requests for no bytes may name any key (IBTA 9.7.4.1.1). */
        private void add(Host host, int rkey, long address, long bytes) {
            Span span = Span.of(address, bytes);
            if (bytes > 0 && rkey != 0 && span != null) {
                host.memory.merge(rkey, span, Span::and);
            }
        }

        @Override
        public void onPause(PauseFrame frame) {
            // of the link, not of a queue pair
        }

        @Override
        public void onConnection(Connection made) {
            known(made.asker(), made.askerQp(), made.answererQp(), made.fec());
            known(made.answerer(), made.answererQp(), made.askerQp(), made.fec());
        }

        /** Requests follow: what the connection manager said is remembered until they come. */
        private void known(HostAddress host, int qpn, int peerQpn, boolean fec) {
            connections.put(new End(host, qpn), new Other(peerQpn, fec));
        }
    }
}
