package org.urdma4j.verbs.conformance;

import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpAttrs;
import org.urdma4j.verbs.QpEndpoint;
import org.urdma4j.verbs.QueuePair;

import java.util.function.Supplier;

/** Both sides of a test, and how queue pairs of theirs are connected. */
public final class Pair implements AutoCloseable {
    /** 4.3 s: a machine under load is not a lossy network. */
    private static final int ACK_TIMEOUT = 20;

    final End a;
    final End b;
    private final Supplier<QpAttr> options;

    Pair(Context a, Context b, Supplier<QpAttr> options) {
        this.a = new End(a, 1);
        this.b = new End(b, 2);
        this.options = options;
    }

    /** Returns the provider's options, with all rights and much patience. */
    QpAttr options() {
        return options.get().qpAccessFlags(End.ACCESS).timeout(ACK_TIMEOUT);
    }

    /** Connects a queue pair of {@link #a} with one of {@link #b}. */
    void connect(QueuePair ofA, QueuePair ofB) {
        connect(ofA, ofB, options(), options());
    }

    void connect(QueuePair ofA, QueuePair ofB, QpAttr optionsA, QpAttr optionsB) {
        connect(
                QpEndpoint.local(ofA, a.context.queryGid(1, 0)),
                ofA,
                QpEndpoint.local(ofB, b.context.queryGid(1, 0)),
                ofB,
                optionsA,
                optionsB);
    }

    static void connect(
            QpEndpoint atA,
            QueuePair ofA,
            QpEndpoint atB,
            QueuePair ofB,
            QpAttr optionsA,
            QpAttr optionsB) {
        QpAttrs.connect(ofA, atA, atB, optionsA);
        QpAttrs.connect(ofB, atB, atA, optionsB);
    }

    /** Makes a connected queue pair on each side. */
    QueuePair[] connected() {
        QueuePair[] both = {a.createQp(), b.createQp()};
        connect(both[0], both[1]);
        return both;
    }

    @Override
    public void close() {
        a.close();
        b.close();
    }
}
