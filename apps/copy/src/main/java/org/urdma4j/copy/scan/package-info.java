/** Trees of files, walked; what is left out of them; what a target has too many. */
package org.urdma4j.copy.scan;
