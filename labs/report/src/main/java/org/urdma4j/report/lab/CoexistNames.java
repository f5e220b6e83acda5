package org.urdma4j.report.lab;

import org.urdma4j.lab.coexist.CoexistCell;
import org.urdma4j.lab.coexist.CoexistFigures;
import org.urdma4j.lab.coexist.CoexistResult;
import org.urdma4j.report.chart.Numbers;

/** How cells beside TCP and their figures are called, the same on the screen and on the page. */
public final class CoexistNames {
    private CoexistNames() {}

    /** Returns such as {@code 2 CUBIC}. */
    public static String rivals(CoexistCell cell) {
        return cell.rivals() + " " + cell.rival();
    }

    /** Returns who had the link alone at first. */
    public static String first(CoexistCell cell) {
        return cell.oursFirst() ? "ours" : "rival";
    }

    /** Returns such as {@code 2 cubic, 100 Mbit/s, 20 ms, queue 0.25 BDP, rival first}. */
    public static String cell(CoexistCell cell) {
        return "%s, %s Mbit/s, %s ms, queue %s BDP, %s first"
                .formatted(
                        rivals(cell),
                        Numbers.plain(cell.rateBps() / 1e6),
                        Numbers.plain(cell.rttNs() / 1e6),
                        Numbers.plain(cell.queueBdp()),
                        first(cell));
    }

    /** Returns such as {@code 1.20 : 0.83 to 0.97}, multiples of the fair share. */
    public static String shares(CoexistResult result) {
        CoexistFigures figures = result.figures();
        String rivals = Numbers.fixed(figures.least(), 2);
        if (result.cell().rivals() > 1) {
            rivals += " to " + Numbers.fixed(figures.most(), 2);
        }
        return Numbers.fixed(figures.ours(), 2) + " : " + rivals;
    }

    /** Returns what else is to be said, empty if nothing is. */
    public static String note(CoexistResult result) {
        if (!result.ran()) {
            return "failed: " + result.failure();
        }
        if (result.path().isVoid()) {
            return "void: " + result.path().reason();
        }
        return result.figures().fair() ? "" : "unfair";
    }
}
