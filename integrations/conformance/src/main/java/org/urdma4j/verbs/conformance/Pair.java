package org.urdma4j.verbs.conformance;

import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.GidEntry;
import org.urdma4j.verbs.GidType;
import org.urdma4j.verbs.QpAttr;
import org.urdma4j.verbs.QpAttrs;
import org.urdma4j.verbs.QpEndpoint;
import org.urdma4j.verbs.QueuePair;

import java.util.Comparator;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Both sides of a test, and how queue pairs of theirs are connected. */
public final class Pair implements AutoCloseable {
    /** 4.3 s: a machine under load is not a lossy network. */
    private static final int ACK_TIMEOUT = 20;

    final End a;
    final End b;
    private final Supplier<QpAttr> options;

    Pair(Context a, Context b, Predicate<GidEntry> from, Supplier<QpAttr> options) {
        this.a = new End(a, chosen(a, from), 1);
        this.b = new End(b, chosen(b, from), 2);
        this.options = options;
    }

    private static GidEntry chosen(Context context, Predicate<GidEntry> from) {
        Comparator<GidEntry> order =
                Comparator.comparing((GidEntry one) -> one.gid().isLinkLocal())
                        .thenComparing(one -> one.gidType() != GidType.ROCE_V2);
        return context.queryGidTable().stream().filter(from).min(order).orElseThrow();
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
        connect(a.endpoint(ofA), ofA, b.endpoint(ofB), ofB, optionsA, optionsB);
    }

    void connect(
            QpEndpoint atA,
            QueuePair ofA,
            QpEndpoint atB,
            QueuePair ofB,
            QpAttr optionsA,
            QpAttr optionsB) {
        QpAttrs.connect(ofA, atA, atB, a.through(optionsA, atB.gid()));
        QpAttrs.connect(ofB, atB, atA, b.through(optionsB, atA.gid()));
    }

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
