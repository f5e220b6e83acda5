package org.urdma4j.interop.play;

import org.urdma4j.verbs.WcOpcode;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** Compare-and-swap and fetch-and-add: the value that comes back and the one that stays. */
final class AtomicCases {
    private static final long WORD = 4096;
    private static final int COUNT = 8;

    private AtomicCases() {}

    static List<PlayedCase> all() {
        return List.of(
                PlayedCase.rc(
                        "compare-swap",
                        "COMPARE_SWAP: values that match and that don't",
                        _ -> COUNT,
                        AtomicCases::compareAndSwap),
                PlayedCase.rc(
                        "fetch-add",
                        "FETCH_ADD, with overflow",
                        _ -> COUNT,
                        AtomicCases::fetchAndAdd));
    }

    private static byte[] bytes(long value) {
        return ByteBuffer.allocate(Long.BYTES)
                .order(ByteOrder.nativeOrder())
                .putLong(value)
                .array();
    }

    private static long value(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder()).getLong();
    }

    private static void compareAndSwap(Exchange exchange) throws IOException {
        long value = 0x0102030405060708L;
        List<Long> originals = new ArrayList<>();
        exchange.responder().poke(WORD, bytes(value));
        for (int i = 0; i < COUNT; i++) {
            boolean matches = i % 3 != 1;
            long compare = matches ? value : ~value;
            long swap = value * 31 + i;
            exchange.requester()
                    .post(
                            Request.compareAndSwap(i, 8L * i, WORD, compare, swap),
                            exchange.responder());
            originals.add(value);
            value = matches ? swap : value;
        }
        expect(exchange, WcOpcode.COMP_SWAP, originals, value);
    }

    private static void fetchAndAdd(Exchange exchange) throws IOException {
        long value = -3;
        List<Long> originals = new ArrayList<>();
        exchange.responder().poke(WORD, bytes(value));
        for (int i = 0; i < COUNT; i++) {
            long add = i % 2 == 0 ? i + 1 : -0x0123456789abcdefL * i;
            exchange.requester()
                    .post(Request.fetchAndAdd(i, 8L * i, WORD, add), exchange.responder());
            originals.add(value);
            value += add;
        }
        expect(exchange, WcOpcode.FETCH_ADD, originals, value);
    }

    private static void expect(Exchange exchange, WcOpcode opcode, List<Long> originals, long last)
            throws IOException {
        List<Completion> done = new ArrayList<>();
        for (int i = 0; i < originals.size(); i++) {
            done.add(Completion.sent(i, opcode));
        }
        exchange.expectDone(exchange.requester(), done);
        for (int i = 0; i < originals.size(); i++) {
            Expect.equal(
                    "original value " + i,
                    value(exchange.requester().peek(8L * i, Long.BYTES)),
                    originals.get(i));
        }
        Expect.equal("value in the end", value(exchange.responder().peek(WORD, Long.BYTES)), last);
        exchange.expectUntouched(exchange.responder(), WORD - Long.BYTES, Long.BYTES);
        exchange.expectUntouched(exchange.responder(), WORD + Long.BYTES, Long.BYTES);
    }
}
