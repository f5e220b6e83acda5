package org.urdma4j.verbs.cm;

import org.urdma4j.verbs.Context;

/** A device that has a connection manager; for providers. Programs use {@link RdmaCm}. */
public interface CmContext extends Context {
    /** Returns a channel for identifiers of this device and others of the same provider. */
    CmEventChannel createCmEventChannel();
}
