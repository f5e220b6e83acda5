/** Runs that have nothing to do with each other, several at a time. */
package org.urdma4j.measure.parallel;
