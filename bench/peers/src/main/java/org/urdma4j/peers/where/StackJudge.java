package org.urdma4j.peers.where;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Says what a stack was doing, by the names on it: the innermost name that tells decides, and what
 * the kernel does is charged to the kernel, whoever called it.
 */
final class StackJudge {
    /** Marks a frame of the kernel. */
    private static final String KERNEL = "_[k]";

    private static final Pattern JVM =
            Pattern.compile("CompileBroker::|CompileQueue|G1|GCTask|Parallel|VMThread|GangWorker");
    private static final Pattern ICRC = Pattern.compile("CRC32|codec/icrc/");
    private static final Pattern COPY =
            Pattern.compile(
                    "arraycopy|copyMemory|SegmentBulkOperations|PayloadMover|memory/.*copy");
    private static final Pattern WAIT = Pattern.compile("Unsafe.park|epoll_p?wait|futex");
    private static final Pattern KERNEL_WAIT =
            Pattern.compile(
                    "epoll|futex|eventfd|timerfd|^_*schedule|finish_task_switch|wake_up|readable"
                            + "|nanosleep|_sys_poll|_sys_ppoll");
    private static final Pattern KERNEL_COPY =
            Pattern.compile("copy_(from|to)_(iter|user)|copy_user|rep_movs|csum_and_copy");
    private static final Pattern DELIVER =
            Pattern.compile("net_rx_action|process_backlog|__napi_poll|netif_receive_skb");
    private static final Pattern SEND = Pattern.compile("_sys_send");
    private static final Pattern RECEIVE = Pattern.compile("_sys_recv");

    private static final Pattern PORT =
            Pattern.compile("org/urdma4j/transport/port/|io/netty/|java/nio/channels/");
    private static final Pattern APPLICATION =
            Pattern.compile("org/urdma4j/(measure|tools|endpoint|lab)/");
    private static final Pattern ENGINE = Pattern.compile("org/urdma4j/");

    private StackJudge() {}

    /**
     * Returns what a stack was doing.
     *
     * @param frames outermost first
     */
    static Part judge(List<String> frames) {
        if (any(frames, JVM)) {
            return Part.JVM;
        }
        List<String> kernel = frames.stream().filter(frame -> frame.endsWith(KERNEL)).toList();
        return kernel.isEmpty() ? ours(frames) : kernel(kernel);
    }

    /** To wake somebody is part of waiting, also in the middle of a send. */
    private static Part kernel(List<String> frames) {
        if (any(frames, KERNEL_COPY)) {
            return Part.KERNEL_COPY;
        }
        if (any(frames, KERNEL_WAIT)) {
            return Part.WAIT;
        }
        if (any(frames, DELIVER)) {
            return Part.KERNEL_DELIVER;
        }
        if (any(frames, SEND)) {
            return Part.KERNEL_SEND;
        }
        return any(frames, RECEIVE) ? Part.KERNEL_RECEIVE : Part.OTHER;
    }

    private static Part ours(List<String> frames) {
        for (String frame : frames.reversed()) {
            if (ICRC.matcher(frame).find()) {
                return Part.ICRC;
            }
            if (COPY.matcher(frame).find()) {
                return Part.COPY;
            }
            if (PORT.matcher(frame).find()) {
                return Part.PORT;
            }
            if (APPLICATION.matcher(frame).find()) {
                return Part.APPLICATION;
            }
            if (ENGINE.matcher(frame).find()) {
                return Part.ENGINE;
            }
        }
        return any(frames, WAIT) ? Part.WAIT : Part.JVM;
    }

    private static boolean any(List<String> frames, Pattern pattern) {
        return frames.stream().anyMatch(frame -> pattern.matcher(frame).find());
    }
}
