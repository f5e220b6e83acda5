/**
 * What pictures on pages are made of: SVG shapes, text that is safe in markup, axes with round
 * numbers, and how pages with tables look. No state, no threads; used by the pages of {@code
 * matrix}, {@code lab} and {@code page}.
 */
package org.urdma4j.report.chart;
