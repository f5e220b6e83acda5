/** {@code urdma serve} and {@code urdma copy}: files between two hosts. */
package org.urdma4j.tools.copy;
