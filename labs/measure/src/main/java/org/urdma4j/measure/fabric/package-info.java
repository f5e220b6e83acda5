/** Leaf-spine fabrics: cells of several seeds, the baseline beside them, and the paper's matrix. */
package org.urdma4j.measure.fabric;
