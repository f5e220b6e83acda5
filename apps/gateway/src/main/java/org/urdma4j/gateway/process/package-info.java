/** Other programs, started and watched: one class for all who do that. */
package org.urdma4j.gateway.process;
