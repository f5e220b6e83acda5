package org.urdma4j.verbs.cm;

import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.VerbsException;

/** Where a program that makes connections begins. Safe for any thread. */
public final class RdmaCm {
    private RdmaCm() {}

    /**
     * Creates an event channel: {@code rdma_create_event_channel}.
     *
     * @param context one of the devices whose identifiers it is for
     * @throws VerbsException with ENOSYS if its provider has no connection manager
     */
    public static CmEventChannel createEventChannel(Context context) {
        if (context instanceof CmContext device) {
            return device.createCmEventChannel();
        }
        throw new VerbsException(
                Errno.ENOSYS,
                "%s has no connection manager; connect with QpAttrs.connect"
                        .formatted(context.device().name()));
    }
}
