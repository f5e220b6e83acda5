/**
 * The documentation as a folder of pages that a browser reads without a server: the project's own
 * pages of Markdown, the javadoc of the public packages, and one search over both.
 */
package org.urdma4j.dist.site;
