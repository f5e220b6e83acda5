package org.urdma4j.protection.packet;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.urdma.UrdmaBth;
import org.urdma4j.codec.urdma.UrdmaOpcode;
import org.urdma4j.protection.aead.Aead;
import org.urdma4j.protection.aead.CipherChoice;
import org.urdma4j.protection.aead.PacketCipher;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;

/** A packet sealed where it stands, and opened again, by libcrypto and by the JDK. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class SealBenchmark {
    private static final int AT = 64;
    private static final int QPN = 0x10a;

    @Param({"libcrypto", "jca:SunJCE"})
    private String crypto;

    @Param({"1400", "8900"})
    private int bytes;

    private final MemorySegment memory = Arena.ofAuto().allocate(16 << 10, 64);
    private final ByteBuffer b = memory.asByteBuffer();
    private final PacketSeal seal = new PacketSeal();
    private PacketCipher cipher;
    private long number;

    @Setup
    public void create() {
        cipher =
                CipherChoice.parse(crypto)
                        .candidates(Aead.AES_256_GCM)
                        .getFirst()
                        .create(
                                Aead.AES_256_GCM,
                                new byte[Aead.KEY_BYTES],
                                new byte[Aead.NONCE_BYTES]);
    }

    @TearDown
    public void close() {
        cipher.close();
    }

    @Benchmark
    public int seal() {
        number++;
        UrdmaBth.write(b, AT, UrdmaOpcode.WRITE_MIDDLE, 0, 0, Bth.DEFAULT_P_KEY, QPN, (int) number);
        return seal.seal(memory, b, AT, bytes, 0, 0, number, cipher);
    }

    @Benchmark
    public int sealAndOpen() {
        int opened = seal.open(memory, b, AT - PacketSeal.ROOM_BEFORE, seal(), cipher);
        if (opened != bytes) {
            throw new IllegalStateException("packet " + number + " doesn't open");
        }
        return opened;
    }
}
