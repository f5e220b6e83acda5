package org.urdma4j.transport.port.pcap;

import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.VerbsException;

/** Whether libpcap, and Pcap4J in front of it, can be used here. Any thread. */
final class Libpcap {
    private static final String ENTRY = "org.pcap4j.core.Pcaps";

    private Libpcap() {}

    /**
     * Loads it.
     *
     * @throws VerbsException with {@link Errno#EOPNOTSUPP} if something isn't installed, which the
     *     message names
     */
    static void require() {
        try {
            Class.forName(ENTRY, false, Libpcap.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new VerbsException(
                    Errno.EOPNOTSUPP,
                    "Pcap4J isn't on the class path: add org.pcap4j:pcap4j-core",
                    e);
        }
        try {
            var _ = org.pcap4j.core.Pcaps.libVersion();
        } catch (LinkageError e) {
            throw new VerbsException(
                    Errno.EOPNOTSUPP,
                    "libpcap can't be loaded: install it (Debian: libpcap0.8)",
                    e);
        }
    }
}
