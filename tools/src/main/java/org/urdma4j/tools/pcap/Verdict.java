package org.urdma4j.tools.pcap;

/** What the check of one packet came to. */
enum Verdict {
    RIGHT("right", ""),

    WRONG("wrong", ""),

    UNSEGMENTED(
            "captured before segmentation or after merging (GSO, GRO)",
            "capture at another host on the path, or first run"
                    + " 'ethtool -K INTERFACE tx-udp-segmentation off gro off'"),

    CUT_SHORT("cut short by the capture", "capture whole packets, with tcpdump: -s 0"),

    FRAGMENTED("fragmented by IP", "RoCE forbids it; give the QP a path MTU that fits the network"),

    MALFORMED("too short, with IP options, or with IP and UDP lengths that disagree", "");

    private final String words;
    private final String hint;

    Verdict(String words, String hint) {
        this.words = words;
        this.hint = hint;
    }

    /** Whether there is no saying if the ICRC is right. */
    boolean isUnchecked() {
        return this != RIGHT && this != WRONG;
    }

    /** Completes "N packets were …". */
    String words() {
        return words;
    }

    /** What to do about it, or nothing. */
    String hint() {
        return hint;
    }
}
