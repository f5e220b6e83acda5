package org.urdma4j.codec.urdma;

import com.code_intelligence.jazzer.junit.FuzzTest;

import java.nio.ByteBuffer;

/**
 * What {@link org.urdma4j.codec.CodecFuzzTest} is to the Standard profile: whatever comes from the
 * network, the readers of this profile neither throw nor leave the packet, and what they accept can
 * be written again. Runs the inputs under {@code UrdmaFuzzTestInputs} as plain tests: a packet of
 * every kind, reports and offers, and what a search found of them that covers more. To search on:
 *
 * <pre>JAZZER_FUZZ=1 ./mvnw -pl codec verify -Dtest=UrdmaFuzzTest#reports</pre>
 */
class UrdmaFuzzTest {
    /** A packet whose stated length, in the first four bytes, has nothing to do with the buffer. */
    @FuzzTest(maxDuration = "2m")
    void packets(byte[] input) {
        if (input.length > 5) {
            int length = ByteBuffer.wrap(input).getInt(0);
            UrdmaInvariants.check(
                    slice(input, 5), length, (input[4] & 1) != 0, (input[4] & 2) != 0);
        }
    }

    /** A packet as long as its buffer, so that more of them are accepted. */
    @FuzzTest(maxDuration = "2m")
    void wholePackets(byte[] input) {
        if (input.length > 1) {
            boolean fec = (input[0] & 1) != 0;
            boolean paths = (input[0] & 2) != 0;
            UrdmaInvariants.check(slice(input, 1), input.length - 1, fec, paths);
        }
    }

    /** A part of a report, from behind its extended AETH. */
    @FuzzTest(maxDuration = "2m")
    void reports(byte[] input) {
        UrdmaInvariants.checkReport(ByteBuffer.wrap(input), 0, input.length);
    }

    /** What says of itself that it is a report on paths, or a list of them. */
    @FuzzTest(maxDuration = "2m")
    void paths(byte[] input) {
        PathInvariants.checkReport(ByteBuffer.wrap(input), 0, input.length);
        PathInvariants.checkPaths(ByteBuffer.wrap(input), 0, input.length);
    }

    /** The private data of a connection request, an offer anywhere in it. */
    @FuzzTest(maxDuration = "2m")
    void offers(byte[] input) {
        UrdmaInvariants.checkOffers(ByteBuffer.wrap(input));
    }

    /** Each header view alone over arbitrary bytes. */
    @FuzzTest(maxDuration = "2m")
    void headers(byte[] input) {
        int length = Math.min(input.length, UrdmaInvariants.HEADERS);
        UrdmaInvariants.checkHeaders(
                ByteBuffer.allocate(UrdmaInvariants.HEADERS).put(0, input, 0, length));
    }

    private static ByteBuffer slice(byte[] input, int from) {
        return ByteBuffer.wrap(input, from, input.length - from).slice();
    }
}
