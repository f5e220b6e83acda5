package org.urdma4j.tools;

import static java.nio.charset.StandardCharsets.UTF_8;

import picocli.CommandLine;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.Arrays;
import java.util.Locale;

/**
 * The other side of {@link CommandHost}: reads commands and runs each on a thread of its own, until
 * its input ends.
 */
final class HostedCommands {
    /** Parts the words of a command; its number comes first. */
    static final char SEPARATOR = '\u001f';

    private static final PrintStream OUT =
            new PrintStream(new FileOutputStream(FileDescriptor.out), false, UTF_8);

    private HostedCommands() {}

    public static void main(String[] none) throws IOException {
        Locale.setDefault(Locale.Category.FORMAT, Locale.ROOT);
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        for (String line = commands.readLine(); line != null; line = commands.readLine()) {
            String[] words = line.split(String.valueOf(SEPARATOR), -1);
            Thread.ofPlatform().start(() -> run(words));
        }
        System.exit(0);
    }

    private static void run(String[] words) {
        String number = words[0];
        String[] arguments = Arrays.copyOfRange(words, 1, words.length);
        CommandLine line = Urdma.commandLine(arguments);
        try (PrintWriter out = new PrintWriter(new Lines(number, CommandHost.OUT));
                PrintWriter err = new PrintWriter(new Lines(number, CommandHost.ERR))) {
            line.setOut(out).setErr(err);
            int status = Failures.execute(line, arguments);
            out.flush();
            err.flush();
            say(number, CommandHost.STATUS, String.valueOf(status));
        }
    }

    private static void say(String number, String kind, String text) {
        synchronized (OUT) {
            OUT.print(number + SEPARATOR + kind + SEPARATOR + text + '\n');
            OUT.flush();
        }
    }

    /** Passes on whole lines when it is flushed, and what is left at its end. */
    private static final class Lines extends Writer {
        private final String number;
        private final String kind;
        private final StringBuilder text = new StringBuilder();

        Lines(String number, String kind) {
            this.number = number;
            this.kind = kind;
        }

        @Override
        public synchronized void write(char[] chars, int offset, int length) {
            text.append(chars, offset, length);
        }

        @Override
        public synchronized void flush() {
            int end;
            while ((end = text.indexOf("\n")) >= 0) {
                say(number, kind, text.substring(0, end));
                text.delete(0, end + 1);
            }
        }

        @Override
        public void close() {
            flush();
        }
    }
}
