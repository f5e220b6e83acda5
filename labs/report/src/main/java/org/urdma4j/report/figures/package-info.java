/**
 * The figures of the URDMA paper (ZTE Technology Journal 30(6), 2024), run again in virtual time:
 * what it plots beside what came out here. No state, no threads.
 */
package org.urdma4j.report.figures;
