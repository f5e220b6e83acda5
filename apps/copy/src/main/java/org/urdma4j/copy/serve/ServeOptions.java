package org.urdma4j.copy.serve;

import org.urdma4j.copy.tree.Accounts;

import java.time.Duration;
import java.util.Objects;

/**
 * What a server grants.
 *
 * @param readOnly whether nothing may be written
 * @param connections of all clients together, 1 or more; each has rings of 128 KiB together, which
 *     grow to 128 MiB where the path takes that
 * @param perPeer of them, those of one address, 1 or more; all of this machine are one
 * @param idle how long a client may say nothing before it is dropped. One that only says that it is
 *     there may do so for {@value #SIGNS} times that, or until another needs its place
 * @param privileged whether clients may give files to other users and groups, and set the bits and
 *     attributes that lend rights; takes a server that runs as root
 * @param pathMemory bytes for what is remembered of paths, of all connections together
 */
public record ServeOptions(
        boolean readOnly,
        int connections,
        int perPeer,
        Duration idle,
        boolean privileged,
        long pathMemory) {
    /** How many times longer a client is kept that says that it is there. */
    static final int SIGNS = 30;

    /** Reading and writing, 16 connections, a minute. */
    public static final ServeOptions DEFAULT = new ServeOptions(false, 16, Duration.ofMinutes(1));

    /** Half of the connections, rounded up, for one address, and a quarter of the heap. */
    public ServeOptions(boolean readOnly, int connections, Duration idle) {
        this(
                readOnly,
                connections,
                (connections + 1) / 2,
                idle,
                false,
                Runtime.getRuntime().maxMemory() / 4);
    }

    public ServeOptions {
        Objects.requireNonNull(idle, "idle");
        if (connections < 1) {
            throw new IllegalArgumentException("connections is %d".formatted(connections));
        }
        if (perPeer < 1) {
            throw new IllegalArgumentException("perPeer is %d".formatted(perPeer));
        }
        if (pathMemory < 0) {
            throw new IllegalArgumentException("pathMemory is %d".formatted(pathMemory));
        }
        if (idle.isNegative() || idle.isZero()) {
            throw new IllegalArgumentException("idle is " + idle);
        }
    }

    /** Returns the same with another number of connections for one address. */
    public ServeOptions withPerPeer(int most) {
        return new ServeOptions(readOnly, connections, most, idle, privileged, pathMemory);
    }

    /** Returns the same, which acts as root for its clients if it is that. */
    public ServeOptions withPrivileged(boolean allowed) {
        return new ServeOptions(
                readOnly, connections, perPeer, idle, allowed && Accounts.isRoot(), pathMemory);
    }
}
