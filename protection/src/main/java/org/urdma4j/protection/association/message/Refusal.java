package org.urdma4j.protection.association.message;

/** Why a server doesn't want an association, as a number on the wire. */
public enum Refusal {
    DUPLICATE(1, "both devices ask at once, and the other's connection counts"),
    UNKNOWN(2, "the peer has begun anew and doesn't know this association"),
    ONESELF(3, "the peer is this device itself"),
    FULL(4, "the peer has as many associations as it can"),
    VERSION(5, "the peer speaks another version of this");

    private final int code;
    private final String text;

    Refusal(int code, String text) {
        this.code = code;
        this.text = text;
    }

    public String text() {
        return text;
    }

    int code() {
        return code;
    }

    static Refusal of(int code) throws MalformedMessage {
        for (Refusal one : values()) {
            if (one.code == code) {
                return one;
            }
        }
        throw new MalformedMessage("a refusal for no known reason");
    }
}
