package org.urdma4j.tools.lab;

import org.urdma4j.lab.compare.Agreement;
import org.urdma4j.lab.compare.ComparedResult;
import org.urdma4j.lab.compare.Comparison;

/** Where results of a comparison go, each as soon as it is there. */
interface CompareOutput {
    void path(ComparedResult result);

    void end(Comparison comparison, Agreement agreement);
}
