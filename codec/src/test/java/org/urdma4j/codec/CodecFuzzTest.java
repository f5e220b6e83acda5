package org.urdma4j.codec;

import com.code_intelligence.jazzer.junit.FuzzTest;

import org.urdma4j.codec.testing.CmInvariants;
import org.urdma4j.codec.testing.ControlInvariants;
import org.urdma4j.codec.testing.FrameInvariants;
import org.urdma4j.codec.testing.PacketInvariants;

import java.nio.ByteBuffer;

/**
 * Whatever comes from the network, the codec neither throws nor reads outside the packet, and what
 * it accepts it can write again. Runs the inputs under {@code CodecFuzzTestInputs} as plain tests;
 * they were made from sample packets of every kind and kept for the coverage they add. To search
 * for more, one target at a time:
 *
 * <pre>JAZZER_FUZZ=1 ./mvnw -pl codec verify -Dtest=CodecFuzzTest#frames</pre>
 *
 * and copy what it finds from {@code codec/.cifuzz-corpus}.
 */
class CodecFuzzTest {
    /** A frame whose ICRC nobody checks; the first byte chooses the link layer. */
    @FuzzTest(maxDuration = "2m")
    void frames(byte[] input) {
        if (input.length > 0) {
            FrameInvariants.check(input[0], slice(input, 1));
        }
    }

    /** The same with the ICRC checked as it is, made right, and made wrong again. */
    @FuzzTest(maxDuration = "2m")
    void checkedFrames(byte[] input) {
        if (input.length > 2) {
            int damage = ((input[1] & 0xff) << 8) | (input[2] & 0xff);
            FrameInvariants.checkWithIcrc(input[0], damage, slice(input, 3));
        }
    }

    /** A transport packet whose stated length has nothing to do with the buffer's. */
    @FuzzTest(maxDuration = "2m")
    void packets(byte[] input) {
        if (input.length > 4) {
            int length = ByteBuffer.wrap(input).getInt(0);
            PacketInvariants.check(slice(input, 4), length);
        }
    }

    /** Each header view alone over arbitrary bytes. */
    @FuzzTest(maxDuration = "2m")
    void headers(byte[] input) {
        PacketInvariants.checkHeaders(ByteBuffer.allocate(64).put(0, input, 0, upTo(input, 64)));
    }

    /** A management datagram, whose stated length has nothing to do with the buffer's. */
    @FuzzTest(maxDuration = "2m")
    void datagrams(byte[] input) {
        if (input.length > 1) {
            CmInvariants.check(slice(input, 2), ByteBuffer.wrap(input).getShort(0));
        }
    }

    /** An Ethernet frame that may be PAUSE or PFC. */
    @FuzzTest(maxDuration = "2m")
    void controls(byte[] input) {
        ControlInvariants.check(slice(input, 0));
    }

    private static int upTo(byte[] input, int limit) {
        return Math.min(input.length, limit);
    }

    private static ByteBuffer slice(byte[] input, int from) {
        return ByteBuffer.wrap(input, from, input.length - from).slice();
    }
}
