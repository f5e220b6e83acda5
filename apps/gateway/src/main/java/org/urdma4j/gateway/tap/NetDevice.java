package org.urdma4j.gateway.tap;

import java.util.List;

/** Reads the counters of /proc/net/dev. */
final class NetDevice {
    /** Behind the colon: eight of receiving, then bytes, packets, errors, dropped of sending. */
    private static final int TRANSMIT_DROPPED = 8 + 3;

    private NetDevice() {}

    /** Returns what the device dropped of what was to be sent, 0 for one that isn't there. */
    static long transmitDropped(List<String> lines, String device) {
        for (String line : lines) {
            String text = line.strip();
            if (text.startsWith(device + ":")) {
                String[] numbers = text.substring(device.length() + 1).strip().split("\\s+", -1);
                return Long.parseLong(numbers[TRANSMIT_DROPPED]);
            }
        }
        return 0;
    }
}
