/** A page about the flows of a capture; written as text, no state, no threads. */
package org.urdma4j.report.capture;
