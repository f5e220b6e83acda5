/** The conformance suite of the verbs API, run against the software device. */
package org.urdma4j.transport.conformance;
