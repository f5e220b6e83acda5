/** An application over channels, whose tests run it over a long, lossy path. */
package org.urdma4j.examples.testing;
