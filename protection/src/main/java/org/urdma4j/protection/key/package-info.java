/** Secrets, and the keys that follow from them. */
package org.urdma4j.protection.key;
