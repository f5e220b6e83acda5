package org.urdma4j.interop.play;

import org.urdma4j.verbs.WcOpcode;
import org.urdma4j.verbs.WcStatus;

/**
 * How a request ended. What libibverbs leaves undefined is normalized away, so that completions of
 * different devices can be compared: all but id and status of a failed one, and the length of
 * sends.
 *
 * @param opcode null unless it succeeded
 */
record Completion(long id, WcStatus status, WcOpcode opcode, long bytes, int imm) {
    Completion {
        boolean success = status == WcStatus.SUCCESS;
        opcode = success ? opcode : null;
        bytes = success && opcode.isReceive() ? bytes : 0;
        imm = success && opcode.isReceive() ? imm : 0;
    }

    static Completion sent(long id, WcOpcode opcode) {
        return new Completion(id, WcStatus.SUCCESS, opcode, 0, 0);
    }

    static Completion received(long id, WcOpcode opcode, long bytes, int imm) {
        return new Completion(id, WcStatus.SUCCESS, opcode, bytes, imm);
    }

    static Completion failed(long id, WcStatus status) {
        return new Completion(id, status, null, 0, 0);
    }
}
