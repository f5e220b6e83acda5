/** Runs of RoCE over a lossless fabric as a page. Everything belongs to one thread. */
package org.urdma4j.report.roce;
