/** How a congestion control did in each scenario, as a page with a picture and table of each. */
package org.urdma4j.report.evaluation;
