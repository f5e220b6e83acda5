package org.urdma4j.transport.port.pcap;

import org.pcap4j.core.PcapNativeException;
import org.urdma4j.codec.pcap.LinkType;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.VerbsException;

/** What libpcap says, in our words. */
final class PcapFailure {
    // pcap/pcap.h
    private static final int NO_SUCH_DEVICE = -5;
    private static final int PERMISSION_DENIED = -8;
    private static final int NOT_UP = -9;
    private static final int PROMISCUOUS_DENIED = -11;

    private static final String DETAIL = "Error occurred in ";

    private PcapFailure() {}

    /** Says why an interface can't be opened. */
    static VerbsException opening(String name, PcapNativeException e) {
        int code = e.getReturnCode() == null ? 0 : e.getReturnCode();
        return switch (code) {
            case PERMISSION_DENIED, PROMISCUOUS_DENIED ->
                    new VerbsException(
                            Errno.EPERM,
                            ("%s can't be opened with libpcap without CAP_NET_RAW: run with sudo,"
                                            + " or with 'setpriv --inh-caps=+net_raw"
                                            + " --ambient-caps=+net_raw'")
                                    .formatted(name),
                            e);
            case NO_SUCH_DEVICE ->
                    new VerbsException(
                            Errno.ENODEV,
                            "there is no interface %s: see 'ip link'".formatted(name),
                            e);
            case NOT_UP ->
                    new VerbsException(
                            Errno.ENODEV, "%s is down: ip link set %s up".formatted(name, name), e);
            default ->
                    new VerbsException(
                            Errno.EIO,
                            "%s can't be opened with libpcap: %s".formatted(name, words(e)),
                            e);
        };
    }

    static VerbsException filter(String expression, PcapNativeException e) {
        return new VerbsException(
                Errno.EINVAL, "'%s' is no filter: %s".formatted(expression, words(e)), e);
    }

    /** Returns the message without the name of a function. */
    static String words(PcapNativeException e) {
        String said = e.getMessage();
        if (said == null) {
            return "libpcap doesn't say why";
        }
        int colon = said.startsWith(DETAIL) ? said.indexOf(": ") : -1;
        return said.substring(colon < 0 ? 0 : colon + 2);
    }

    /**
     * Returns the link type in files of what a link has. Few differ: raw IP, whose number depends
     * on the system.
     */
    static int linkType(int onLink) {
        return switch (onLink) {
            case LinkType.RAW_BSD, LinkType.RAW_OPENBSD -> LinkType.RAW;
            default -> onLink;
        };
    }
}
