/** Sealed packets judged by another implementation. */
package org.urdma4j.protection.oracle;
