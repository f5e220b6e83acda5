package org.urdma4j.tools.lab;

import org.urdma4j.lab.coexist.CoexistPlan;
import org.urdma4j.lab.coexist.CoexistResult;

import java.util.List;

/** Where results of flows beside TCP go, each as soon as it is there. */
interface CoexistOutput {
    void cell(CoexistResult result);

    void end(CoexistPlan plan, List<CoexistResult> results);
}
