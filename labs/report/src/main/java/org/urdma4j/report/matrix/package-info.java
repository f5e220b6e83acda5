/** What a matrix of runs in virtual time measured as CSV and as a page. */
package org.urdma4j.report.matrix;
