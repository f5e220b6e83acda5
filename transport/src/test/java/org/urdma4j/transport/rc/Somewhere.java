package org.urdma4j.transport.rc;

import org.urdma4j.verbs.AddressHandle;
import org.urdma4j.verbs.ProtectionDomain;

/** An address as far as a request itself looks at it. */
public final class Somewhere implements AddressHandle {
    @Override
    public ProtectionDomain protectionDomain() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {
        // there is nothing to close
    }
}
