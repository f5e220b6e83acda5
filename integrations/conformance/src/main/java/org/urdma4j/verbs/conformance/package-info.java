/**
 * What any provider of {@code org.urdma4j.verbs} must do, as tests to inherit: extend {@link
 * org.urdma4j.verbs.conformance.VerbsConformance}, and say how two contexts that reach each other
 * are opened. docs/testing.md tells how.
 */
package org.urdma4j.verbs.conformance;
