package org.urdma4j.tools.rping;

import java.time.Duration;

/**
 * How pings go.
 *
 * @param count of pings, 0 for no end
 * @param size of a ping in bytes
 * @param verbose whether each is printed
 * @param validate whether what comes back is compared
 * @param patience how long one end waits for the other
 */
record RpingSettings(int count, int size, boolean verbose, boolean validate, Duration patience) {}
