/** Who sends what to whom: collectives, and what of it an empty fabric could do at best. */
package org.urdma4j.leafspine.pattern;
