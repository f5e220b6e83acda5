/** Leaves, spines, NICs, and the cables between them. */
package org.urdma4j.leafspine.topology;
