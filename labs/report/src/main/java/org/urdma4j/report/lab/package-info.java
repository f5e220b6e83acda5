/** What the lab measured as CSV and as a page. */
package org.urdma4j.report.lab;
