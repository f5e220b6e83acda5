package org.urdma4j.measure.unseal;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.urdma.SealedPacket;
import org.urdma4j.codec.urdma.VerificationTag;
import org.urdma4j.protection.aead.Aead;
import org.urdma4j.protection.aead.CipherSource;
import org.urdma4j.protection.aead.PacketCipher;
import org.urdma4j.protection.key.KeySchedule;
import org.urdma4j.protection.packet.DatagramSeal;
import org.urdma4j.protection.packet.PacketSeal;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Opens packets by whichever keys of a log fit; keeps the ciphers that were used last. */
final class PacketOpener implements AutoCloseable {
    /** No key in the log is of this queue pair, or association, and generation. */
    static final int NO_KEY = -10;

    private static final int LONGEST = 1 << 16;
    private static final int MOST_CIPHERS = 256;
    private static final int AT = 64;

    private final KeyLog log;
    private final CipherSource source;
    private final PacketSeal seal = new PacketSeal();
    private final DatagramSeal datagrams = new DatagramSeal();
    private final MemorySegment memory =
            Arena.ofAuto().allocate(AT + LONGEST + PacketSeal.OVERHEAD, 64);
    private final ByteBuffer bytes = memory.asByteBuffer();
    private int plainAt = AT;
    private final Map<Epoch, PacketCipher> ciphers = new LinkedHashMap<>(16, 0.75f, true);

    private record Epoch(ConnectionKeys keys, int number) {}

    PacketOpener(KeyLog log, CipherSource source) {
        this.log = log;
        this.source = source;
    }

    /**
     * Opens a packet; it is then in {@link #plain}.
     *
     * @param length bytes from the BTH to the end of the tag
     * @return its bytes from BTH to pad, or what {@link PacketSeal#open} returns for others, or
     *     {@link #NO_KEY}
     */
    int open(ByteBuffer b, int at, int length) {
        boolean isDatagram = Bth.opcode(b, at) == SealedPacket.DATAGRAM;
        int generation = SealedPacket.generation(b, at);
        List<ConnectionKeys> candidates =
                isDatagram
                        ? log.datagramKeys(SealedPacket.association(b, at), generation)
                        : log.keys(Bth.destQp(b, at), generation);
        if (candidates.isEmpty() || length > LONGEST) {
            return NO_KEY;
        }
        long number = SealedPacket.number(b, at);
        for (ConnectionKeys keys : candidates) {
            if (keys.epoch(number) <= Integer.MAX_VALUE) {
                PacketCipher cipher = cipher(new Epoch(keys, (int) keys.epoch(number)));
                int opened =
                        isDatagram
                                ? datagram(b, at, length, cipher)
                                : packet(b, at, length, cipher);
                if (opened != PacketSeal.FORGED) {
                    return opened;
                }
            }
        }
        return PacketSeal.FORGED;
    }

    private int packet(ByteBuffer b, int at, int length, PacketCipher cipher) {
        int start = AT - PacketSeal.ROOM_BEFORE;
        bytes.put(start, b, at, length);
        int plain = seal.open(memory, bytes, start, length, cipher);
        if (plain <= 0) {
            return plain;
        }
        plainAt = AT - VerificationTag.LENGTH;
        VerificationTag.insert(bytes, AT, 0); // as it would stand in the clear
        return plain + VerificationTag.LENGTH;
    }

    private int datagram(ByteBuffer b, int at, int length, PacketCipher cipher) {
        int start = AT - DatagramSeal.ROOM_BEFORE;
        bytes.put(start, b, at, length);
        plainAt = AT;
        return datagrams.open(memory, 0, bytes, start, cipher)
                ? length - DatagramSeal.OVERHEAD
                : PacketSeal.FORGED;
    }

    /** Returns where the packet that was opened last is: it begins at {@link #plainAt}. */
    ByteBuffer plain() {
        return bytes;
    }

    int plainAt() {
        return plainAt;
    }

    private PacketCipher cipher(Epoch epoch) {
        PacketCipher cipher = ciphers.get(epoch);
        if (cipher == null) {
            if (ciphers.size() == MOST_CIPHERS) {
                Iterator<PacketCipher> eldest = ciphers.values().iterator();
                eldest.next().close();
                eldest.remove();
            }
            cipher = KeySchedule.epoch(epoch.keys.secret(), epoch.number, source, Aead.AES_256_GCM);
            ciphers.put(epoch, cipher);
        }
        return cipher;
    }

    @Override
    public void close() {
        ciphers.values().forEach(PacketCipher::close);
        ciphers.clear();
    }
}
