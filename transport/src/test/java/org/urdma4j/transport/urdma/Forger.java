package org.urdma4j.transport.urdma;

import java.nio.ByteBuffer;
import java.util.Random;

/**
 * A stranger who knows the addresses and a queue pair number of a connection, and the formats, and
 * guesses everything else: tags, numbers, times, keys, lengths.
 */
final class Forger {
    private final Random random;

    Forger(long seed) {
        random = new Random(seed);
    }

    /**
     * Returns a packet of one who knows numbers and clocks, too, and guesses the tag alone.
     *
     * @param psn of the next request or answer
     * @param t1 what the peer's clock reads
     * @param tr the delay that the peer measures
     */
    byte[] informed(int qpn, int psn, int t1, int tr) {
        int next = (psn + random.nextInt(4)) & 0xff_ffff;
        Raw raw =
                switch (random.nextInt(6)) {
                    case 0 -> Raw.send(0xc4, next, random.nextInt(3), 0, 8).payload(7, 8);
                    case 1 -> Raw.write(0xca, next, 0, 0, 0);
                    case 2 -> Raw.answer(0xd0, next, random.nextInt(3), 0, 64).payload(7, 64);
                    case 3 -> Raw.report(0xda, 1 << 20, next, next + 1, 99, t1).delays(t1, tr);
                    case 4 -> Raw.nak(next, 0x62, next, 0).delays(t1, tr).echo(t1 + tr);
                    default -> Raw.nak(next, 0x20, next, random.nextInt(3)).delays(t1, tr).echo(t1);
                };
        return raw.t1(t1).tr(tr).tag(random.nextInt()).to(qpn);
    }

    /** Returns a packet to {@code qpn}, BTH to pad, that passes every check of its form. */
    byte[] packet(int qpn) {
        byte[] packet = guessed(qpn);
        if (packet.length >= 16) {
            ByteBuffer.wrap(packet).putInt(12, random.nextInt());
        }
        return packet;
    }

    private byte[] guessed(int qpn) {
        int psn = random.nextInt(1 << 24);
        int address = random.nextInt();
        int key = random.nextInt();
        return switch (random.nextInt(10)) {
            case 0 -> data(Raw.write(0xca, psn, address, key, 0)).to(qpn);
            case 1 -> data(Raw.write(0xca, psn, address, key, 8).payload(0, 8)).to(qpn);
            case 2 -> data(Raw.send(0xc4, psn, random.nextInt(100), 0, 8).payload(0, 8)).to(qpn);
            case 3 -> data(Raw.read(psn, address, key, 64, random.nextInt(16))).to(qpn);
            case 4 -> data(Raw.atomic(0xd4, psn, address, key, 1, 0, 0)).to(qpn);
            case 5 -> data(Raw.answer(0xd0, psn, random.nextInt(16), 0, 64).payload(0, 64)).to(qpn);
            case 6 -> report(psn).to(qpn);
            case 7 -> nak(psn).to(qpn);
            case 8 -> Raw.probe().asks().to(qpn);
            default -> random(qpn, psn);
        };
    }

    private Raw data(Raw raw) {
        return raw.t1(random.nextInt()).tr(random.nextInt(4) == 0 ? 0 : random.nextInt());
    }

    private Raw report(int cumulative) {
        int highest = (cumulative + random.nextInt(1000)) & 0xff_ffff;
        int number = random.nextBoolean() ? random.nextInt(1000) : random.nextInt();
        int opcode = 0xda + random.nextInt(2);
        return Raw.report(opcode, number, cumulative, highest, 9, random.nextInt())
                .delays(random.nextInt(), random.nextInt())
                .limit(random.nextInt());
    }

    private Raw nak(int psn) {
        int syndrome = random.nextBoolean() ? 0x60 + random.nextInt(4) : 0x20 + random.nextInt(32);
        return Raw.nak(psn, syndrome, psn, random.nextInt(100))
                .delays(random.nextInt(), random.nextInt())
                .echo(random.nextInt());
    }

    /** A packet of any opcode, with bytes at random behind a BTH that is in order. */
    private byte[] random(int qpn, int psn) {
        byte[] bytes = new byte[12 + 4 * random.nextInt(91)];
        random.nextBytes(bytes);
        ByteBuffer b = ByteBuffer.wrap(bytes);
        int opcode = 0xc0 + random.nextInt(0x1d);
        boolean data = opcode <= 0xd7 && opcode != 0xd1;
        boolean repair = opcode == 0xd8 || opcode == 0xd9;
        b.put(0, (byte) opcode).put(1, (byte) (bytes[1] & 0xc0)).putShort(2, (short) 0xffff);
        b.putInt(4, qpn | (data || repair ? 0x20000000 : 0));
        b.putInt(8, psn | (data ? 0x41000000 : 0) | (random.nextBoolean() ? 0x80000000 : 0));
        if (repair && bytes.length >= 20) { // a group of one: its repair packet is a copy
            b.put(16, (byte) 0).put(17, (byte) 1).putShort(18, (short) 1);
        }
        return bytes;
    }
}
