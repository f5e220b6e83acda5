/**
 * The end of streams that connects to the targets: what may be asked of it, and how it connects.
 */
package org.urdma4j.forward.exit;
