/**
 * {@code urdma key}: makes and checks what devices prove themselves with. Called by picocli on the
 * main thread; what it looks at is read by {@link org.urdma4j.protection.credentials}.
 */
package org.urdma4j.tools.key;
