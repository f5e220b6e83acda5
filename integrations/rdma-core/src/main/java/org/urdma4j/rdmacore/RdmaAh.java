package org.urdma4j.rdmacore;

import org.urdma4j.verbs.AddressHandle;
import org.urdma4j.verbs.ProtectionDomain;

/** An address handle. */
final class RdmaAh extends NativeObject implements AddressHandle {
    private final RdmaPd pd;

    RdmaAh(RdmaPd pd, long pointer) {
        super(pd.lock, "address handle", pointer, pd);
        this.pd = pd;
    }

    @Override
    public ProtectionDomain protectionDomain() {
        return pd;
    }

    /** Those who post have seen it open, or see that it is closed. */
    @Override
    void destroy() {
        long stamp = pd.handles.writeLock();
        try {
            Libibverbs.end(
                    "can't destroy an address handle", pd.context().library().destroyAh, pointer);
        } finally {
            pd.handles.unlockWrite(stamp);
        }
    }
}
