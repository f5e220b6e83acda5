package org.urdma4j.transport.provider;

import java.net.InetAddress;
import java.util.zip.CRC32;

/**
 * EUI-64 identifiers of devices. A device is an address here, and several may share an interface,
 * so its identifier is derived from the address; it is marked as locally administered.
 */
public final class Guids {
    private static final long LOCALLY_ADMINISTERED = 0x0200_0000_0000_0000L;

    private Guids() {}

    public static long of(InetAddress address) {
        byte[] bytes = address.getAddress();
        CRC32 crc = new CRC32();
        crc.update(bytes);
        long high = crc.getValue();
        crc.update(bytes);
        long low = crc.getValue();
        long mixed = (high << 32) | low;
        return (mixed & 0x00ff_ffff_ffff_ffffL) | LOCALLY_ADMINISTERED;
    }
}
