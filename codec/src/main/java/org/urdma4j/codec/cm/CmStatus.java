package org.urdma4j.codec.cm;

/** Whether bytes are a message of the connection manager, and why not. */
public enum CmStatus {
    /** They are. */
    OK,
    /** There are fewer than a management datagram has. */
    TOO_SHORT,
    /** They are a datagram of another class or method. */
    OTHER_CLASS,
    /** They are of a class version that isn't spoken here. */
    BAD_VERSION,
    /** They are of an attribute that isn't spoken here, LAP and APR among them. */
    UNKNOWN_ATTRIBUTE
}
