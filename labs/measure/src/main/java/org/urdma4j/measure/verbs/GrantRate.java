package org.urdma4j.measure.verbs;

import org.urdma4j.measure.spec.Protocol;
import org.urdma4j.measure.spec.RunSpec;
import org.urdma4j.measure.spec.Side;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.file.Files;
import java.nio.file.Path;

/** The rate that an end grants: what it was told, or the speed of its link. */
final class GrantRate {
    private static final Path INTERFACES = Path.of("/sys/class/net");
    private static final long MBPS = 1_000_000;

    private GrantRate() {}

    /**
     * Returns the rate in bit/s, 0 where no grants are asked for, or no data comes.
     *
     * @param given on the command line, 0 for nothing
     * @throws IOException if it is above the link's, or nobody knows it
     */
    static long choose(RunSpec spec, Side side, InetAddress local, long given) throws IOException {
        boolean granted =
                spec.protocol() == Protocol.URDMA && spec.tuning().congestionControl().grants();
        if (!granted) {
            return 0;
        }
        NetworkInterface found = NetworkInterface.getByInetAddress(local);
        String name = found == null ? "" : found.getName();
        return choose(name, speed(INTERFACES, name), given, spec.receives(side));
    }

    /** As above, by the speed of an interface, 0 where it has none. */
    static long choose(String name, long speed, long given, boolean needed) throws IOException {
        if (given > 0 && speed > 0 && given > speed) {
            throw new IOException(
                    "--grants %d bit/s is above the port's: %s has %d bit/s"
                            .formatted(given, name, speed));
        }
        long rate = given > 0 ? given : speed;
        if (rate == 0 && needed) {
            throw new IOException(
                    "nobody knows the speed of %s: give it as --grants RATE at this end"
                            .formatted(name.isEmpty() ? "this port" : name));
        }
        return rate;
    }

    /** Returns what Linux says of an interface in bit/s, 0 if that's nothing. */
    static long speed(Path interfaces, String name) {
        try {
            String text = Files.readString(interfaces.resolve(name).resolve("speed")).strip();
            return Math.max(0, Long.parseLong(text) * MBPS);
        } catch (IOException | NumberFormatException _) {
            return 0; // virtual ones have none: the read fails, or says -1
        }
    }
}
