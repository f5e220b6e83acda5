package org.urdma4j.transport.shard;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.transport.wire.NetworkHeader;
import org.urdma4j.transport.wire.ReceivedPacket;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.VerbsException;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The multicast groups that UD queue pairs of a shard are attached to (IBTA 1.4 §10.5): each gets
 * every packet to the group. Confined to the event loop.
 */
public final class MulticastGroups {
    /** The destination queue pair of all packets to groups. */
    public static final int QPN = Bth.QPN_MASK;

    /** Each has a socket of the device. */
    public static final int MOST = 128;

    /** A stranger's packet is copied to no more receives. */
    public static final int MOST_ATTACHED = 64;

    private static final ScheduledQp[] NOBODY = {};

    private final Map<Gid, ScheduledQp[]> groups = new HashMap<>();
    private Membership membership;
    private NetworkHeader header;

    /** Has a backend take in packets to groups; on the event loop. */
    public interface Membership {
        /**
         * Takes in packets to a group, in which it isn't, and tells routers and switches.
         *
         * @throws VerbsException if the network can't
         */
        void join(Gid group);

        /** Ends it. */
        void leave(Gid group);
    }

    MulticastGroups() {
        // nobody is in any, and can't be yet
    }

    /**
     * Says what takes in packets to groups.
     *
     * @param port joins and leaves
     * @param headers tells the group of a packet
     */
    public void open(Membership port, NetworkHeader headers) {
        membership = port;
        header = headers;
    }

    /** Returns whether the backend can take in packets to groups. */
    public boolean areSupported() {
        return membership != null;
    }

    /**
     * Throws unless the backend can.
     *
     * @throws VerbsException with {@link Errno#EOPNOTSUPP}
     */
    public void require(Gid group) {
        if (!areSupported()) {
            throw new VerbsException(
                    Errno.EOPNOTSUPP,
                    "multicast is not supported by this backend (%s): use udp or raw"
                            .formatted(group));
        }
    }

    /** Attaches a queue pair; one that is attached stays so. */
    void attach(ScheduledQp qp, Gid group) {
        require(group);
        ScheduledQp[] attached = groups.getOrDefault(group, NOBODY);
        if (indexOf(attached, qp) >= 0) {
            return;
        }
        if (attached.length == MOST_ATTACHED) {
            throw new VerbsException(
                    Errno.ENOMEM,
                    "%s has %d queue pairs attached, which is the most"
                            .formatted(group, MOST_ATTACHED));
        }
        if (attached.length == 0) {
            if (groups.size() == MOST) {
                throw new VerbsException(
                        Errno.ENOMEM,
                        "the device is in %d multicast groups, which is the most".formatted(MOST));
            }
            membership.join(group);
        }
        ScheduledQp[] more = Arrays.copyOf(attached, attached.length + 1);
        more[attached.length] = qp;
        groups.put(group, more);
    }

    /** Detaches a queue pair; the last one leaves the group. Returns false if it wasn't in. */
    boolean detach(ScheduledQp qp, Gid group) {
        ScheduledQp[] attached = groups.getOrDefault(group, NOBODY);
        int at = indexOf(attached, qp);
        if (at < 0) {
            return false;
        }
        if (attached.length == 1) {
            groups.remove(group);
            membership.leave(group);
        } else {
            ScheduledQp[] rest = Arrays.copyOf(attached, attached.length - 1);
            System.arraycopy(attached, at + 1, rest, at, rest.length - at);
            groups.put(group, rest);
        }
        return true;
    }

    /** Detaches a queue pair of whatever it is attached to. */
    void forget(ScheduledQp qp) {
        if (!groups.isEmpty()) {
            groups.keySet().stream().toList().forEach(group -> detach(qp, group));
        }
    }

    /** Returns who gets a packet whose destination queue pair is {@link #QPN}. */
    ScheduledQp[] attached(ReceivedPacket packet) {
        if (groups.isEmpty()) {
            return NOBODY;
        }
        Gid to = header.destination(packet.source(), packet.arrivedAt());
        return groups.getOrDefault(to, NOBODY);
    }

    private static int indexOf(ScheduledQp[] attached, ScheduledQp qp) {
        return Arrays.asList(attached).indexOf(qp);
    }
}
