package org.urdma4j.verbs;

import java.util.Objects;

/**
 * What a queue pair is created with: {@code struct ibv_qp_init_attr} (ibv_create_qp(3)). Immutable;
 * {@link #builder()} has the defaults.
 *
 * @param qpType the transport service
 * @param sendCq where send requests complete
 * @param recvCq where receive requests complete; may be the same
 * @param srq where it takes its receives from, together with others; null for a queue of its own
 * @param cap how much the queue pair holds
 * @param sqSigAll whether every send request is signaled, whatever its flags
 * @param qpContext anything of the program's own, or null; the provider does not look at it
 */
public record QpInitAttr(
        QpType qpType,
        CompletionQueue sendCq,
        CompletionQueue recvCq,
        SharedReceiveQueue srq,
        QpCap cap,
        boolean sqSigAll,
        Object qpContext) {
    /** Checks that only the shared receive queue and the context are null. */
    public QpInitAttr {
        Objects.requireNonNull(qpType, "qpType");
        Objects.requireNonNull(sendCq, "sendCq: every queue pair needs one");
        Objects.requireNonNull(recvCq, "recvCq: every queue pair needs one");
        Objects.requireNonNull(cap, "cap");
    }

    /** Starts from RC, 128 send and receive requests of one entry each, and no inline data. */
    public static Builder builder() {
        return new Builder();
    }

    /** Starts from these values. */
    public Builder toBuilder() {
        return new Builder()
                .qpType(qpType)
                .sendCq(sendCq)
                .recvCq(recvCq)
                .srq(srq)
                .cap(cap)
                .sqSigAll(sqSigAll)
                .qpContext(qpContext);
    }

    /** Collects the attributes. Not thread-safe. */
    public static final class Builder {
        private QpType qpType = QpType.RC;
        private CompletionQueue sendCq;
        private CompletionQueue recvCq;
        private SharedReceiveQueue srq;
        private QpCap cap = new QpCap(128, 128, 1, 1, 0);
        private boolean sqSigAll;
        private Object qpContext;

        private Builder() {}

        /** Sets the transport service; RC unless set. */
        public Builder qpType(QpType qpType) {
            this.qpType = qpType;
            return this;
        }

        /** Sets one queue for both sends and receives. */
        public Builder cq(CompletionQueue cq) {
            return sendCq(cq).recvCq(cq);
        }

        /** Sets where send requests complete. */
        public Builder sendCq(CompletionQueue sendCq) {
            this.sendCq = sendCq;
            return this;
        }

        /** Sets where receive requests complete. */
        public Builder recvCq(CompletionQueue recvCq) {
            this.recvCq = recvCq;
            return this;
        }

        /** Sets where receives come from; null, as unless set, for a queue of its own. */
        public Builder srq(SharedReceiveQueue srq) {
            this.srq = srq;
            return this;
        }

        /**
         * Sets how much the queue pair holds. With a shared receive queue, the numbers for receives
         * have no meaning.
         */
        public Builder cap(QpCap cap) {
            this.cap = cap;
            return this;
        }

        /** Sets whether every send request is signaled; false unless set. */
        public Builder sqSigAll(boolean sqSigAll) {
            this.sqSigAll = sqSigAll;
            return this;
        }

        /** Attaches anything of the program's own. */
        public Builder qpContext(Object qpContext) {
            this.qpContext = qpContext;
            return this;
        }

        /**
         * Returns the attributes.
         *
         * @throws NullPointerException if a completion queue is missing
         */
        public QpInitAttr build() {
            return new QpInitAttr(qpType, sendCq, recvCq, srq, cap, sqSigAll, qpContext);
        }
    }
}
