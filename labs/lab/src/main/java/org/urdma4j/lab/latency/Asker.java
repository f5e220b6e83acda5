package org.urdma4j.lab.latency;

import org.urdma4j.lab.NamedList;

import java.util.List;
import java.util.Locale;

/** Who asks and is answered. */
public enum Asker {
    /** Datagrams that come back, by Netty's epoll alone: what the others are compared with. */
    ECHO("Netty UDP echo", "", ""),
    /** WRITE of profile URDMA. */
    WRITE("urdma WRITE", "urdma", "write"),
    /** READ of profile URDMA. */
    READ("urdma READ", "urdma", "read"),
    /** WRITE of plain RoCEv2. */
    STANDARD("standard WRITE", "standard", "write");

    private final String label;
    private final String profile;
    private final String operation;

    Asker(String label, String profile, String operation) {
        this.label = label;
        this.profile = profile;
        this.operation = operation;
    }

    public String label() {
        return label;
    }

    /** Returns its name on the command line and for programs. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns what {@code bench client --profile} is to be; empty for the echo. */
    public String profile() {
        return profile;
    }

    /** Returns what {@code bench client --op} is to be; empty for the echo. */
    public String operation() {
        return operation;
    }

    /**
     * Reads a list such as {@code echo,write}.
     *
     * @throws IllegalArgumentException if there is no such asker, or one is named twice
     */
    public static List<Asker> parse(String list) {
        return NamedList.parse(list, values(), Asker::key, "\"%s\" can't be run; there are %s");
    }
}
