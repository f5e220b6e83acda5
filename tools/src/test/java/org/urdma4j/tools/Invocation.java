package org.urdma4j.tools;

import picocli.CommandLine;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;

/** One call of the command in this JVM: its exit status and what it printed. */
public record Invocation(int status, String out, String err) {
    public static Invocation of(Object... arguments) {
        return of(Urdma.commandLine(), arguments);
    }

    static Invocation of(CommandLine line, Object... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        line.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        int status =
                Failures.execute(
                        line,
                        List.of(arguments).stream().map(Object::toString).toArray(String[]::new));
        line.getOut().flush();
        line.getErr().flush();
        return new Invocation(status, out.toString(), err.toString());
    }

    public List<String> errLines() {
        return err.lines().toList();
    }
}
