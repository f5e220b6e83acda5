package org.urdma4j.transport.load;

import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.UrdmaOffer;

import java.net.InetAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * What is run, from arguments {@code key=value}.
 *
 * @param role {@code both} in one process, {@code receive} or {@code send} in two
 * @param local this end's address; in {@code both} the sender's
 * @param peer the receiver's address
 * @param port UDP port; in two processes also the TCP port over which they find each other
 * @param seconds how long, of which the first {@code omit} don't count
 * @param size bytes of a WRITE
 * @param depth WRITEs posted at a time
 * @param payload bytes of payload of a full packet of the URDMA profile, 0 for the largest
 * @param buffer socket buffers asked for, in bytes
 * @param interval seconds between two lines
 */
record LoadOptions(
        String role,
        InetAddress local,
        InetAddress peer,
        int port,
        int seconds,
        int omit,
        int size,
        int depth,
        int payload,
        int buffer,
        double interval) {
    private static final Set<String> KEYS =
            Set.of(
                    "role",
                    "local",
                    "peer",
                    "port",
                    "time",
                    "omit",
                    "size",
                    "depth",
                    "payload",
                    "buffer",
                    "interval",
                    "profile");

    static LoadOptions parse(Map<String, String> given) {
        if (!KEYS.containsAll(given.keySet())) {
            throw new IllegalArgumentException("known are " + KEYS + ", given " + given.keySet());
        }
        return new LoadOptions(
                given.getOrDefault("role", "both"),
                InetAddress.ofLiteral(given.getOrDefault("local", "127.0.0.1")),
                InetAddress.ofLiteral(given.getOrDefault("peer", "127.0.0.2")),
                number(given, "port", 47_910),
                number(given, "time", 10),
                number(given, "omit", 2),
                number(given, "size", 1 << 20),
                number(given, "depth", 128),
                number(given, "payload", 4096),
                number(given, "buffer", 4 << 20),
                Double.parseDouble(given.getOrDefault("interval", "1")));
    }

    static Map<String, String> map(String[] args) {
        Map<String, String> given = new HashMap<>();
        for (String arg : args) {
            int at = arg.indexOf('=');
            if (at < 0) {
                throw new IllegalArgumentException("key=value, not " + arg);
            }
            given.put(arg.substring(0, at), arg.substring(at + 1));
        }
        return given;
    }

    private static int number(Map<String, String> given, String key, int otherwise) {
        return Integer.parseInt(given.getOrDefault(key, String.valueOf(otherwise)));
    }

    /** Returns the bytes of memory that WRITEs go round in. */
    long memory() {
        return (long) size * depth;
    }

    /** Returns what both ends are connected with. */
    QpAttr connection(boolean urdma, int largest) {
        QpAttr attr = new QpAttr();
        if (urdma) {
            int bytes = payload == 0 ? largest : payload;
            UrdmaOffer offer = UrdmaOffer.builder().payloadBytes(bytes).build();
            attr.urdmaOffer(offer).urdmaPeerOffer(offer);
        }
        return attr;
    }
}
