/** Pages as a browser shows them: what sticks out, overlaps, is empty or is complained of. */
package org.urdma4j.report.browser;
