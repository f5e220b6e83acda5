package org.urdma4j.simulation.trace;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Where classes of a {@link TracingLoader} say what they call; one recording at a time. */
public final class CallRecorder {
    /** A call, with those that it made. */
    static final class Call {
        final String owner;
        final String method;

        /** Whether it was given a packet that came in, or the batch that goes out. */
        final boolean holdsPacket;

        final List<Call> calls = new ArrayList<>();

        Call(String owner, String method, boolean holdsPacket) {
            this.owner = owner;
            this.method = method;
            this.holdsPacket = holdsPacket;
        }

        String name() {
            return owner + "." + method;
        }
    }

    private static final Deque<Call> OPEN = new ArrayDeque<>();

    private CallRecorder() {}

    /** Begins; what is called from now on is below the first. */
    public static void start() {
        OPEN.clear();
        OPEN.push(new Call("", "", false));
    }

    /** Returns the root of all that was called since {@link #start}, and ends. */
    static Call stop() {
        Call root = OPEN.peekLast();
        OPEN.clear();
        return root;
    }

    /** A method begins. */
    public static void enter(String owner, String method, boolean holdsPacket) {
        if (!OPEN.isEmpty()) {
            Call call = new Call(owner, method, holdsPacket);
            OPEN.peek().calls.add(call);
            OPEN.push(call);
        }
    }

    /** The one that began last returns. */
    public static void exit() {
        if (OPEN.size() > 1) {
            var _ = OPEN.pop();
        }
    }
}
