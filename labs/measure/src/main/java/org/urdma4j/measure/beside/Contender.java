package org.urdma4j.measure.beside;

/** What is put on the path. */
public enum Contender {
    URDMA("URDMA"),
    TCP_BBR("TCP BBR"),
    TCP_CUBIC("TCP CUBIC"),
    /** The Standard profile, at the rate of the link. */
    STANDARD("go-back-N RDMA");

    private final String label;

    Contender(String label) {
        this.label = label;
    }

    /** Returns its name in tables and pictures. */
    public String label() {
        return label;
    }
}
