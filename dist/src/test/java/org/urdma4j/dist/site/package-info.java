/** The site, page by page, and in a browser. */
package org.urdma4j.dist.site;
