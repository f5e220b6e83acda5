/**
 * One page of HTML out of the JSON of one or several runs of the bench: headline figures, how they
 * went over time, options, every interval. The page needs nothing else and no script, is readable
 * in light, dark and print, and is well-formed XML.
 */
package org.urdma4j.report.run;
