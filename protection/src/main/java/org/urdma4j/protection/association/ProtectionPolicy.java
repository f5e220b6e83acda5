package org.urdma4j.protection.association;

/** What a device with keys does about peers without. */
public enum ProtectionPolicy {
    /** Nothing is made in the clear. */
    REQUIRED,
    /** Peers without keys are talked to in the clear. */
    ALLOWED
}
