/** {@code urdma lab}: protocols side by side over emulated paths. */
package org.urdma4j.tools.lab;
