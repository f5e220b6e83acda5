/** What several runs or flows come to together. */
package org.urdma4j.measure.stat;
