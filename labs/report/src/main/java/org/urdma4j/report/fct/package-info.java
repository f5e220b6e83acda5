/** Flow completion times over a grid of links and workloads, as CSV and as a page with bars. */
package org.urdma4j.report.fct;
