package org.urdma4j.protection.testing;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.urdma.SealedPacket;
import org.urdma4j.codec.urdma.UrdmaBth;
import org.urdma4j.codec.urdma.UrdmaOpcode;
import org.urdma4j.protection.aead.Aead;
import org.urdma4j.protection.aead.CipherSource;
import org.urdma4j.protection.aead.PacketCipher;
import org.urdma4j.protection.key.ConnectionNames;
import org.urdma4j.protection.key.KeySchedule;
import org.urdma4j.protection.key.OpeningKeys;
import org.urdma4j.protection.key.Role;
import org.urdma4j.protection.key.Secret;
import org.urdma4j.protection.packet.PacketSeal;
import org.urdma4j.protection.packet.SealedHeader;
import org.urdma4j.protection.replay.ReplayWindow;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.function.IntFunction;
import java.util.random.RandomGenerator;

/** One direction of a connection: what its sender seals, and what its receiver takes. */
public final class Link {
    /** What {@link #receive} says of a packet that it doesn't take. */
    public static final int REFUSED = -10;

    public static final int QPN = 0x10a;

    private static final int AT = 64;
    private static final int START = AT - PacketSeal.ROOM_BEFORE;
    private static final long GRACE_NS = 1000;

    private final MemorySegment memory = Arena.ofAuto().allocate(16 << 10, 8);
    private final ByteBuffer b = memory.asByteBuffer();
    private final MemorySegment associated = Arena.ofAuto().allocate(SealedHeader.LENGTH, 8);
    private final PacketSeal seal = new PacketSeal();
    private final ReplayWindow window = new ReplayWindow();
    private final OpeningKeys keys;
    private final int generation;
    private long nowNs;

    public Link(IntFunction<PacketCipher> derive, int epochBits, int generation) {
        keys = new OpeningKeys(derive, epochBits);
        this.generation = generation;
    }

    /** Returns what makes the ciphers of a connection's direction. */
    public static IntFunction<PacketCipher> keys(
            CipherSource source, int generation, Role sender, int qpn) {
        byte[] exported = new byte[KeySchedule.SECRET_BYTES];
        exported[0] = (byte) generation;
        ConnectionNames names = new ConnectionNames(Role.CLIENT, 7, 1, 2, 0x20b, qpn);
        Secret secret = KeySchedule.connection(new Secret(exported), sender, names);
        return epoch -> KeySchedule.epoch(secret, epoch, source, Aead.AES_256_GCM);
    }

    /** Returns a packet of random payload, sealed. */
    public byte[] sealed(
            RandomGenerator random, int length, int fill, long number, PacketCipher cipher) {
        byte[] plain = new byte[length];
        random.nextBytes(plain);
        put(AT, plain);
        UrdmaBth.write(
                b, AT, UrdmaOpcode.WRITE_MIDDLE, Bth.ACK_REQ, 0, 0xffff, QPN, (int) number >>> 8);
        int bytes = seal.seal(memory, b, AT, length, fill, generation, number, cipher);
        return get(START, bytes);
    }

    /** Writes the two words with number and generation. */
    public static void renumber(ByteBuffer b, int at, int generation, long number) {
        b.putInt(at + 8, (int) number & 0xff_ffff);
        b.putInt(at + 12, (generation << 24) | ((int) (number >>> 24) & 0xff_ffff));
    }

    /** Returns a packet that seals any text at all, as a peer with the keys can make it. */
    public byte[] sealedText(byte[] text, long number, PacketCipher cipher) {
        Bth.write(b, START, SealedHeader.OPCODE, 0, 0, Bth.DEFAULT_P_KEY, QPN, 0);
        renumber(b, START, generation, number);
        associated.copyFrom(memory.asSlice(START, SealedHeader.LENGTH));
        associated.set(ValueLayout.JAVA_BYTE, 4, (byte) -1);
        int at = START + SealedHeader.LENGTH;
        put(at, text);
        cipher.seal(number, associated, memory, at, text.length);
        return get(START, SealedHeader.LENGTH + text.length + Aead.TAG_BYTES);
    }

    /** Returns what opening says, by one cipher and without regard to what came before. */
    public int open(byte[] packet, PacketCipher cipher) {
        put(START, packet);
        return seal.open(memory, b, START, packet.length, cipher);
    }

    /** Returns the plain packet that was opened last. */
    public byte[] plain(int length) {
        return get(AT, length);
    }

    /** Takes a packet as a port does, at a time that goes on by one each. */
    public int receive(byte[] packet) {
        nowNs++;
        put(START, packet);
        if (packet.length < SealedHeader.LENGTH
                || Bth.opcode(b, START) != SealedHeader.OPCODE
                || SealedPacket.generation(b, START) != generation) {
            return REFUSED;
        }
        long number = SealedPacket.number(b, START);
        PacketCipher cipher = keys.cipher(number, nowNs);
        if (cipher == null || !window.isNew(number)) {
            return REFUSED;
        }
        int opened = seal.open(memory, b, START, packet.length, cipher);
        if (opened == PacketSeal.FORGED) {
            return REFUSED;
        }
        window.accept(number);
        keys.onGenuine(number, nowNs, GRACE_NS);
        return opened;
    }

    private void put(int at, byte[] bytes) {
        memory.asSlice(at, bytes.length).copyFrom(MemorySegment.ofArray(bytes));
    }

    private byte[] get(int at, int length) {
        return memory.asSlice(at, length).toArray(ValueLayout.JAVA_BYTE);
    }
}
