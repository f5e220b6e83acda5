package org.urdma4j.transport.port.memory;

import org.urdma4j.transport.port.pipeline.IcrcMode;
import org.urdma4j.transport.port.pipeline.InboundStage;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.Gid;
import org.urdma4j.verbs.VerbsException;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A network within the process: {@link MemoryPort}s attach to it under any address. What is sent to
 * an address that nobody has is lost, as on any network. Thread-safe.
 */
public final class MemoryNetwork {
    private final String name;
    private final IcrcMode icrc;
    private final Map<Gid, MemoryInbox> inboxes = new ConcurrentHashMap<>();

    /** Creates a network whose packets carry no ICRC: nothing damages them on their way. */
    public MemoryNetwork(String name) {
        this(name, IcrcMode.OFF);
    }

    /**
     * Creates a network.
     *
     * @param icrc {@link IcrcMode#TRANSPORT_ONLY} if an {@link InboundStage} may damage packets,
     *     else {@link IcrcMode#OFF}
     * @throws IllegalArgumentException for {@link IcrcMode#STANDARD}: there is no IP header
     */
    public MemoryNetwork(String name, IcrcMode icrc) {
        if (icrc == IcrcMode.STANDARD) {
            throw new IllegalArgumentException(
                    "packets in memory have no IP header; use TRANSPORT_ONLY or OFF");
        }
        this.name = name;
        this.icrc = icrc;
    }

    public String name() {
        return name;
    }

    IcrcMode icrc() {
        return icrc;
    }

    void attach(Gid gid, MemoryInbox inbox) {
        if (inboxes.putIfAbsent(gid, inbox) != null) {
            throw new VerbsException(
                    Errno.EADDRINUSE,
                    "another port of network %s has address %s: close it or choose another"
                            .formatted(name, gid));
        }
    }

    void detach(Gid gid, MemoryInbox inbox) {
        inboxes.remove(gid, inbox);
    }

    /** Returns where packets to {@code gid} go now, null if nobody has that address. */
    MemoryInbox inbox(Gid gid) {
        return inboxes.get(gid);
    }

    @Override
    public String toString() {
        return "memory network " + name;
    }
}
