package org.urdma4j.protection.key;

/**
 * Which end of an association's TLS connection a device is; its value stands in what is derived.
 */
public enum Role {
    CLIENT((byte) 0),
    SERVER((byte) 1);

    private final byte code;

    Role(byte code) {
        this.code = code;
    }

    public Role peer() {
        return this == CLIENT ? SERVER : CLIENT;
    }

    byte code() {
        return code;
    }
}
