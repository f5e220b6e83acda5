package org.urdma4j.tools.pingpong;

import org.urdma4j.verbs.Mtu;
import org.urdma4j.verbs.QpType;

/**
 * What is played.
 *
 * @param type RC, UC or UD
 * @param size bytes of a message
 * @param iterations messages each way
 * @param mtu path MTU of a connection
 * @param depth receives posted
 * @param serviceLevel what the address vector says; 0 to 15
 * @param events whether to sleep until a completion, not to look for it all the time
 * @param patience seconds without a message after which to give up
 */
record PingpongSettings(
        QpType type,
        int size,
        long iterations,
        Mtu mtu,
        int depth,
        int serviceLevel,
        boolean events,
        int patience) {}
