package org.urdma4j.transport.rdmacm;

import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.VerbsException;
import org.urdma4j.verbs.cm.CmPortSpace;

import java.util.BitSet;
import java.util.EnumMap;
import java.util.Map;
import java.util.random.RandomGenerator;

/** The ports that are taken, in each port space. */
final class Ports {
    /** Where free ports are drawn from (RFC 6335). */
    private static final int FIRST_DYNAMIC = 49_152;

    private static final int END = 1 << 16;

    private final Map<CmPortSpace, BitSet> taken = new EnumMap<>(CmPortSpace.class);
    private final RandomGenerator random;

    Ports(RandomGenerator random) {
        this.random = random;
        for (CmPortSpace each : CmPortSpace.values()) {
            taken.put(each, new BitSet());
        }
    }

    /**
     * Takes a port.
     *
     * @param wanted 0 for any
     * @throws VerbsException EADDRINUSE if it is taken, EADDRNOTAVAIL if none is free
     */
    int take(CmPortSpace space, int wanted) {
        BitSet ports = taken.get(space);
        int port = wanted == 0 ? anyFree(ports) : wanted;
        if (ports.get(port)) {
            throw new VerbsException(
                    Errno.EADDRINUSE,
                    "port %d of port space %s is taken; use another".formatted(port, space));
        }
        ports.set(port);
        return port;
    }

    private int anyFree(BitSet ports) {
        int drawn = random.nextInt(FIRST_DYNAMIC, END);
        int port = ports.nextClearBit(drawn);
        if (port >= END) {
            port = ports.nextClearBit(FIRST_DYNAMIC);
        }
        if (port >= END) {
            throw new VerbsException(
                    Errno.EADDRNOTAVAIL, "no port is free; close connections that have ended");
        }
        return port;
    }

    void release(CmPortSpace space, int port) {
        taken.get(space).clear(port);
    }
}
