/** How fast a queue pair may send: controllers of {@code congestion} among them, and HPCC. */
package org.urdma4j.leafspine.rate;
