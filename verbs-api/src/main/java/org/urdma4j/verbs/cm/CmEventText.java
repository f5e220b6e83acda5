package org.urdma4j.verbs.cm;

import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.text.ForeignText;

import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Events in words. */
final class CmEventText {
    private CmEventText() {}

    static String of(CmEvent event) {
        String peer = peer(event.id());
        int status = event.status();
        return switch (event.eventType()) {
            case ADDR_RESOLVED -> peer + " can be reached";
            case ADDR_ERROR -> peer + " can't be reached" + number(status);
            case ROUTE_RESOLVED -> "the way to %s is known".formatted(peer);
            case ROUTE_ERROR -> "there is no way to " + peer + why(event);
            case CONNECT_REQUEST -> peer + " asks for a connection";
            case CONNECT_RESPONSE -> peer + " has accepted";
            case CONNECT_ERROR ->
                    "this end can't make the connection with " + peer + number(status);
            case UNREACHABLE -> unreachable(event.id(), peer, status);
            case REJECTED -> "%s refuses: %s".formatted(peer, reason(event));
            case ESTABLISHED -> "connected with " + peer;
            case DISCONNECTED ->
                    event.peerVanished()
                            ? peer + " has vanished: it doesn't answer any more"
                            : "the connection with %s has ended".formatted(peer);
            case DEVICE_REMOVAL -> "the device was closed";
            case TIMEWAIT_EXIT -> "nothing of %s is under way any more".formatted(peer);
            default -> "%s%s".formatted(event.eventType(), number(status));
        };
    }

    private static String peer(CmId id) {
        InetSocketAddress peer = id.peerAddr();
        if (peer == null) {
            return "the peer";
        }
        String host = peer.getAddress().getHostAddress();
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + peer.getPort();
    }

    private static String unreachable(CmId id, String peer, int status) {
        if (status == -Errno.ECONNREFUSED.value()) {
            return "the host of %s has no RoCE port open; is its program running?".formatted(peer);
        }
        return id.portSpace() == CmPortSpace.UDP && status > 0
                ? "%s refuses: %s".formatted(peer, service(status))
                : "%s doesn't answer; is its program running, and the way to its UDP port free?"
                        .formatted(peer);
    }

    /** The device's own words if there are any. */
    private static String why(CmEvent event) {
        String words = privateData(event);
        return words.isEmpty() ? number(event.status()) : ": " + words;
    }

    private static String reason(CmEvent event) {
        return event.protectionRequired()
                ? "it takes protected connections only"
                : reason(event.status());
    }

    /** What is said, without the zeros behind it. */
    static String privateData(CmEvent event) {
        byte[] data = event.conn().privateData();
        int length = data.length;
        while (length > 0 && data[length - 1] == 0) {
            length--;
        }
        return ForeignText.show(Arrays.copyOf(data, length), StandardCharsets.UTF_8);
    }

    private static String number(int status) {
        if (status >= 0) {
            return status == 0 ? "" : ", status " + status;
        }
        for (Errno errno : Errno.values()) {
            if (errno.value() == -status) {
                return ": " + errno.description();
            }
        }
        return ", errno " + -status;
    }

    /** IBTA volume 1, table 109. */
    private static String reason(int code) {
        String words =
                switch (code) {
                    case 1, 2 -> "it has no queue pair left";
                    case CmEvent.NO_RESOURCES -> "it has no resources left";
                    case 4 -> "it has waited too long";
                    case 5 -> "it doesn't support such a request";
                    case 6, 7 -> "it doesn't know the connection";
                    case CmEvent.INVALID_SERVICE_ID -> "nobody listens at this port";
                    case 9 -> "it doesn't take queue pairs of this type";
                    case 10 -> "it still keeps an earlier connection; try again in some seconds";
                    case 12, 13, 18, 19 -> "the address isn't one of its own";
                    case 24, 25 -> "it refers to another port, which isn't followed";
                    case 26 -> "its path takes no such MTU";
                    case 27 -> "it doesn't take as many READs at a time";
                    case CmEvent.REJECTED_BY_PEER -> "its program doesn't want it";
                    case 29 -> "it doesn't take this number of RNR retries";
                    default -> "no words for it";
                };
        return "%s (reason %d)".formatted(words, code);
    }

    /** The status of SIDR_REP: IBTA volume 1, table 121. */
    private static String service(int status) {
        String words =
                switch (status) {
                    case 1 -> "nobody offers this service";
                    case 2 -> "its program doesn't want it";
                    case 3 -> "it has no queue pair for it";
                    case 4 -> "it refers to another port, which isn't followed";
                    default -> "no words for it";
                };
        return "%s (status %d)".formatted(words, status);
    }
}
