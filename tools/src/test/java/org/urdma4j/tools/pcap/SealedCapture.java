package org.urdma4j.tools.pcap;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Opcode;
import org.urdma4j.codec.ib.TransportPacket;
import org.urdma4j.codec.mad.GsiPacket;
import org.urdma4j.codec.net.Encapsulation;
import org.urdma4j.codec.urdma.UrdmaBth;
import org.urdma4j.codec.urdma.UrdmaOpcode;
import org.urdma4j.codec.urdma.VerificationTag;
import org.urdma4j.protection.aead.Aead;
import org.urdma4j.protection.aead.JcaSource;
import org.urdma4j.protection.aead.PacketCipher;
import org.urdma4j.protection.key.KeySchedule;
import org.urdma4j.protection.key.Role;
import org.urdma4j.protection.key.Secret;
import org.urdma4j.protection.packet.DatagramSeal;
import org.urdma4j.protection.packet.PacketSeal;
import org.urdma4j.simulation.pcap.Endpoint;
import org.urdma4j.simulation.pcap.FrameBuilder;
import org.urdma4j.simulation.pcap.FrameHeaders;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.security.Security;
import java.util.HexFormat;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Packets of the URDMA profile as frames, plain and sealed, to one queue pair. */
final class SealedCapture {
    static final int QPN = 0x10a;
    static final int GENERATION = 2;
    static final int EPOCH_BITS = 8;

    private static final int CLIENT = 0x5eed_0001;
    private static final int SERVER = 0xfeed_0002;
    private static final int AT = 64;
    private static final int[] OPCODES =
            IntStream.range(0, 256).filter(UrdmaOpcode::isUrdma).toArray();

    private final SplittableRandom random;
    private final FrameBuilder frames;
    private final byte[] secret = new byte[KeySchedule.SECRET_BYTES];
    private final MemorySegment memory = Arena.ofAuto().allocate(16 << 10, 8);
    private final ByteBuffer b = memory.asByteBuffer();
    private final PacketSeal seal = new PacketSeal();

    SealedCapture(long seed, Encapsulation encapsulation) {
        random = new SplittableRandom(seed);
        random.nextBytes(secret);
        frames =
                new FrameBuilder(
                        FrameHeaders.of(encapsulation, Endpoint.host(1), Endpoint.host(2)));
    }

    /** Returns the line of a key log. */
    String line() {
        return "URDMA_QP %06x %d %s %d"
                .formatted(QPN, GENERATION, HexFormat.of().formatHex(secret), EPOCH_BITS);
    }

    /** Returns a packet from BTH to pad; every opcode in turn, with any length. */
    byte[] packet(int index) {
        return packet(index, 4 * random.nextInt(100, 400));
    }

    byte[] packet(int index, int length) {
        byte[] packet = new byte[length];
        random.nextBytes(packet);
        int flags = random.nextInt() & (Bth.SOLICITED | Bth.MIG_REQ | Bth.ACK_REQ | Bth.BECN);
        UrdmaBth.write(
                ByteBuffer.wrap(packet),
                0,
                OPCODES[index % OPCODES.length],
                flags,
                random.nextInt(4),
                Bth.DEFAULT_P_KEY,
                QPN,
                index);
        return packet;
    }

    byte[] sealed(byte[] packet, int fill, long number) {
        try (PacketCipher cipher = cipher(number)) {
            memory.asSlice(AT, packet.length).copyFrom(MemorySegment.ofArray(packet));
            return sealed(
                    seal.seal(memory, b, AT, packet.length, fill, GENERATION, number, cipher));
        }
    }

    byte[] chaff(int fill, long number) {
        try (PacketCipher cipher = cipher(number)) {
            int start = AT - PacketSeal.ROOM_BEFORE;
            return sealed(
                    seal.chaff(
                            memory,
                            b,
                            start,
                            0,
                            fill,
                            Bth.DEFAULT_P_KEY,
                            QPN,
                            GENERATION,
                            number,
                            cipher));
        }
    }

    /** Returns the line of a key log about the same secret, taken for that of a generation. */
    String generationLine() {
        return "URDMA_GENERATION %08x %08x %d %s %d"
                .formatted(
                        CLIENT, SERVER, GENERATION, HexFormat.of().formatHex(secret), EPOCH_BITS);
    }

    /** Returns a datagram from one connection manager to the other, from BTH to the MAD's end. */
    byte[] datagram(long number) {
        byte[] packet = new byte[GsiPacket.LENGTH];
        random.nextBytes(packet);
        int psn = (int) number & Bth.QPN_MASK;
        ByteBuffer into = ByteBuffer.wrap(packet);
        Bth.write(into, 0, Opcode.UD_SEND_ONLY, 0, 0, Bth.DEFAULT_P_KEY, GsiPacket.QPN, psn);
        return packet;
    }

    byte[] sealedDatagram(byte[] packet, Role sender, long number) {
        Secret manager = KeySchedule.manager(new Secret(secret), sender);
        int index = sender == Role.CLIENT ? SERVER : CLIENT;
        try (PacketCipher cipher = cipher(manager, number)) {
            memory.asSlice(AT, packet.length).copyFrom(MemorySegment.ofArray(packet));
            new DatagramSeal().seal(memory, b, AT, index, GENERATION, number, cipher);
            return memory.asSlice(AT - DatagramSeal.ROOM_BEFORE, DatagramSeal.LENGTH)
                    .toArray(ValueLayout.JAVA_BYTE);
        }
    }

    private PacketCipher cipher(long number) {
        return cipher(new Secret(secret), number);
    }

    private static PacketCipher cipher(Secret secret, long number) {
        return KeySchedule.epoch(
                secret,
                (int) (number >> EPOCH_BITS),
                new JcaSource(Security.getProvider("SunJCE")),
                Aead.AES_256_GCM);
    }

    private byte[] sealed(int length) {
        return memory.asSlice(AT - PacketSeal.ROOM_BEFORE, length).toArray(ValueLayout.JAVA_BYTE);
    }

    /** Returns the frame of a packet, as the simulator writes it; in the clear with a tag of 0. */
    byte[] frame(byte[] bytes) {
        byte[] packet = UrdmaOpcode.isUrdma(bytes[0]) ? tagged(bytes) : bytes;
        TransportPacket view = new TransportPacket();
        view.wrap(ByteBuffer.wrap(packet), 0, packet.length);
        ByteBuffer built = frames.build(view, 0);
        byte[] frame = new byte[built.limit()];
        built.get(0, frame);
        return frame;
    }

    private static byte[] tagged(byte[] plain) {
        byte[] packet = new byte[VerificationTag.LENGTH + plain.length];
        System.arraycopy(plain, 0, packet, VerificationTag.LENGTH, plain.length);
        VerificationTag.insert(ByteBuffer.wrap(packet), VerificationTag.LENGTH, 0);
        return packet;
    }
}
