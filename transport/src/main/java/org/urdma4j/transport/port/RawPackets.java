package org.urdma4j.transport.port;

import org.urdma4j.transport.qp.FramePort;
import org.urdma4j.transport.qp.Qp;
import org.urdma4j.verbs.FlowAttr;

/** Whole frames of a port's link, for RAW_PACKET queue pairs. Confined to the event loop. */
public interface RawPackets {
    /** The frames of one queue pair. */
    interface Steering extends AutoCloseable {
        /**
         * Has frames passed to {@link Qp#onFrame} from now on.
         *
         * @return ends that; on the event loop, once
         * @throws org.urdma4j.verbs.VerbsException EINVAL, EOPNOTSUPP, ENOMEM, EPERM as {@link
         *     org.urdma4j.verbs.QueuePair#createFlow} has it
         */
        Runnable createFlow(FlowAttr attr);

        /** Ends all of it; idempotent. */
        @Override
        void close();
    }

    FramePort port();

    /** Begins to steer frames to a queue pair: none as yet. */
    Steering steerTo(Qp qp);
}
