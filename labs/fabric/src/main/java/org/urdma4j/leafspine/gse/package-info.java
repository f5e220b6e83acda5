/** Leaves that spread containers, ask each other for grants, and sort, in front of plain NICs. */
package org.urdma4j.leafspine.gse;
