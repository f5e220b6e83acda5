package org.urdma4j.gateway;

/** The two sides of a gateway. */
public enum Port {
    /** Towards the hosts. */
    INSIDE,

    /** Towards the long link. */
    OUTSIDE
}
