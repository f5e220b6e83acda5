package org.urdma4j.verbs.conformance;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.GidEntry;
import org.urdma4j.verbs.QpAttr;

/**
 * What a provider must do, seen through {@code org.urdma4j.verbs} alone. A provider's test extends
 * this class. Features that it refuses with EOPNOTSUPP are skipped.
 */
public abstract class VerbsConformance
        implements ClosingCases,
                CompletionCases,
                DeviceCases,
                FailureCases,
                MemoryCases,
                OperationCases,
                QueueDepthCases,
                RawPacketCases,
                SharedReceiveCases,
                StateCases,
                UnreliableCases,
                UnreliableTroubleCases,
                UserCases,
                WindowCases {
    private Pair pair;

    /** Opens two contexts whose first ports reach each other; the tests close them. */
    protected abstract Context[] open();

    /**
     * Returns whether connections and datagrams may start from an entry of a device's GID table. Of
     * those that may, an address of more than the link goes before others, then RoCEv2. All may
     * unless overridden.
     */
    protected boolean startsFrom(GidEntry entry) {
        return true;
    }

    /** Returns attributes that every connection is made with, none unless overridden. */
    protected QpAttr options() {
        return new QpAttr();
    }

    /**
     * Returns attributes for connections to peers that are silent, so that they fail within a
     * second: one attempt of a millisecond more, unless overridden.
     */
    @Override
    public QpAttr impatient() {
        return options().qpAccessFlags(End.ACCESS).timeout(8).retryCnt(1);
    }

    @BeforeEach
    final void openBoth() {
        Context[] contexts = open();
        pair = new Pair(contexts[0], contexts[1], this::startsFrom, this::options);
    }

    @AfterEach
    final void closeBoth() {
        pair.close();
    }

    @Override
    public final Pair pair() {
        return pair;
    }
}
