package org.urdma4j.simulation.trace;

import org.urdma4j.simulation.trace.CallRecorder.Call;

import java.util.ArrayList;
import java.util.List;

/**
 * What a packet passes.
 *
 * @param calls of methods, of which those with the packet are some
 * @param stays the classes that it is with, one after the other, returns counted
 */
record Way(int calls, List<String> stays) {
    private static final String PLACE = "ReceivedPacket.payloadTo";
    private static final String SEND = "SimulatedPort$Transmitter.send";

    /** From the shard to where payload is placed, of the first packet that has any. */
    static Way in(Call root) {
        return new Walk(PLACE).from(first(root, "Shard.onPacket", PLACE));
    }

    /** From the turn in which a request is taken up to where its batch leaves. */
    static Way out(Call root) {
        return new Walk(SEND).from(first(root, "ShardDriver.turn", SEND));
    }

    /** Returns the first call of a method in which another one is called. */
    private static Call first(Call in, String method, String inner) {
        for (Call call : in.calls) {
            Call found =
                    call.name().equals(method) && has(call, inner)
                            ? call
                            : first(call, method, inner);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private static boolean has(Call in, String method) {
        return in.calls.stream().anyMatch(call -> call.name().equals(method) || has(call, method));
    }

    /** Goes through calls in their order until it comes to a method. */
    private static final class Walk {
        private final List<String> stays = new ArrayList<>();
        private final String end;
        private int calls;

        Walk(String end) {
            this.end = end;
        }

        Way from(Call call) {
            if (!reachesEnd(call)) {
                throw new IllegalStateException("no " + end);
            }
            return new Way(calls, List.copyOf(stays));
        }

        private boolean reachesEnd(Call call) {
            if (call.name().equals(end)) {
                return true;
            }
            calls++;
            stay(call);
            for (Call inner : call.calls) {
                if (reachesEnd(inner)) {
                    return true;
                }
                if (inner.holdsPacket) {
                    stay(call); // it is back
                }
            }
            return false;
        }

        private void stay(Call call) {
            boolean goesOn = !stays.isEmpty() && stays.getLast().equals(call.owner);
            if (call.holdsPacket && !goesOn) {
                stays.add(call.owner);
            }
        }
    }
}
