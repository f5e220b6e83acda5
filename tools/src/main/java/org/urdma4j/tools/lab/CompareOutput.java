package org.urdma4j.tools.lab;

import org.urdma4j.bench.compare.Agreement;
import org.urdma4j.bench.compare.ComparedResult;
import org.urdma4j.bench.compare.Comparison;

/** Where results of a comparison go, each as soon as it is there. */
interface CompareOutput {
    void path(ComparedResult result);

    void end(Comparison comparison, Agreement agreement);
}
