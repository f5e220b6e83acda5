/** NICs and their queue pairs: go-back-N, and URDMA's selective repeat by containers. */
package org.urdma4j.leafspine.host;
