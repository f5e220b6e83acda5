package org.urdma4j.tools.lab;

import org.urdma4j.lab.coexist.CoexistPlan;
import org.urdma4j.lab.coexist.CoexistResult;
import org.urdma4j.lab.coexist.Coexistence;
import org.urdma4j.report.lab.CoexistCsv;
import org.urdma4j.report.lab.CoexistHtml;
import org.urdma4j.tools.terminal.OutputFile;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Runs a plan and shows each result as soon as it is there; the files are written anew with each.
 *
 * @param report null for no page
 * @param csv null for no CSV
 */
record CoexistJob(CoexistPlan plan, CoexistOutput output, Path report, Path csv) {
    boolean run(Coexistence.Bench bench) throws IOException, InterruptedException {
        List<CoexistResult> results = Coexistence.run(plan, bench, this::show);
        output.end(plan, results);
        return results.stream().allMatch(CoexistResult::ran);
    }

    private void show(List<CoexistResult> soFar) throws IOException {
        output.cell(soFar.getLast());
        OutputFile.write(csv, out -> CoexistCsv.write(soFar, out));
        OutputFile.write(report, out -> CoexistHtml.write(plan, soFar, out));
    }
}
