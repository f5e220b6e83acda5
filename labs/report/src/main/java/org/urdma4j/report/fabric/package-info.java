/** Runs in fabrics as CSV and as a page. */
package org.urdma4j.report.fabric;
