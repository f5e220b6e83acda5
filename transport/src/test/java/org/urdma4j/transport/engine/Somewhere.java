package org.urdma4j.transport.engine;

import org.urdma4j.verbs.AddressHandle;
import org.urdma4j.verbs.ProtectionDomain;

/** An address as far as a request itself looks at it. */
final class Somewhere implements AddressHandle {
    @Override
    public ProtectionDomain protectionDomain() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {
        // there is nothing to close
    }
}
