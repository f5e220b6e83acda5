/** Runs: what is simulated, and what comes of it. */
package org.urdma4j.leafspine.run;
