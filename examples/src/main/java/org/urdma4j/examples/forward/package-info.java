/** A program over TCP as it is, for {@code ./urdma forward} to carry. */
package org.urdma4j.examples.forward;
