package org.urdma4j.tools.interop;

import org.urdma4j.interop.play.Outcome;

import java.io.PrintWriter;
import java.util.Locale;

/** Outcomes as lines of a table, each as soon as it is known. */
final class OutcomeTable {
    private final PrintWriter out;

    OutcomeTable(PrintWriter out) {
        this.out = out;
        print("case", "role", "IP", "MTU", "result", "s", "figures");
    }

    void add(Outcome one) {
        print(
                one.name(),
                one.role(),
                one.ip(),
                one.mtu(),
                one.passed() ? "pass" : "FAIL",
                String.format(Locale.ROOT, "%.1f", one.millis() / 1e3),
                one.text());
    }

    private void print(
            String name,
            String role,
            String ip,
            String mtu,
            String result,
            String seconds,
            String figures) {
        out.println(
                String.format(
                                Locale.ROOT,
                                "%-26s %-13s %-2s %-4s %-6s %6s  %s",
                                name,
                                role,
                                ip,
                                mtu,
                                result,
                                seconds,
                                figures)
                        .stripTrailing());
        out.flush();
    }
}
