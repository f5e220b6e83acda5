/** Files, read ahead of who sends them, by threads of their own and in bounded memory. */
package org.urdma4j.copy.read;
