/**
 * What pictures on pages are made of: SVG shapes, text that is safe in markup, axes with round
 * numbers. No state, no threads; used by the pages of {@code matrix} and {@code page}.
 */
package org.urdma4j.bench.draw;
