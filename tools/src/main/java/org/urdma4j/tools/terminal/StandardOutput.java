package org.urdma4j.tools.terminal;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.IntConsumer;

/**
 * The one way out for what a command prints. What can't be written ends the command as Ctrl-C
 * would: with a line that says why and status 1, or, if it is a pipe that nobody reads any more,
 * without a word and with the status that shells give for SIGPIPE. Any thread.
 */
public final class StandardOutput {
    /** What a shell says of a program that a closed pipe ended: 128 and SIGPIPE's number. */
    public static final int NOBODY_READS = 141;

    private static final int FAILED = 1;
    private static final Path OF_PROCESS = Path.of("/proc/self/fd/1");
    private static final int FILE_TYPE = 0170000;
    private static final int FIFO = 0010000;
    private static final int SOCKET = 0140000;

    private final OutputStream raw;
    private final Path file;
    private final IntConsumer exit;
    private final PrintWriter out;
    private final PrintWriter err;
    private final OutputStream errors;
    private int status; // 0 while all could be written, or needn't be
    private boolean lasting;
    private boolean said;

    private StandardOutput(OutputStream raw, Path file, OutputStream errors, IntConsumer exit) {
        this.raw = raw;
        this.file = file;
        this.errors = errors;
        this.exit = exit;
        out = writer(new Checked(), "stdout.encoding");
        err = writer(new Muted(), "stderr.encoding");
    }

    /** Returns that of this process; whoever fails to write has the JVM exit. */
    public static StandardOutput ofProcess() {
        return OfProcess.OUTPUT;
    }

    private static final class OfProcess {
        static final StandardOutput OUTPUT =
                new StandardOutput(
                        new FileOutputStream(FileDescriptor.out),
                        OF_PROCESS,
                        new FileOutputStream(FileDescriptor.err),
                        StandardOutput::exitSoon);
    }

    /**
     * Returns another.
     *
     * @param raw takes what is printed, and fails where it can't
     * @param file what {@code raw} writes to, looked at when it fails
     * @param errors takes what is said of it
     * @param exit told once, of the exit status, by whoever failed to write; must return
     */
    public static StandardOutput of(
            OutputStream raw, Path file, OutputStream errors, IntConsumer exit) {
        return new StandardOutput(raw, file, errors, exit);
    }

    /** Hooks run, as at Ctrl-C: the thread that prints goes on until it is told. */
    private static void exitSoon(int status) {
        Thread.ofPlatform().daemon().name("output lost").start(() -> System.exit(status));
    }

    private static PrintWriter writer(OutputStream to, String encoding) {
        String name = System.getProperty(encoding, System.getProperty("native.encoding"));
        return new PrintWriter(new BufferedOutputStream(to), true, charset(name));
    }

    private static Charset charset(String name) {
        return name != null && Charset.isSupported(name)
                ? Charset.forName(name)
                : Charset.defaultCharset();
    }

    /**
     * Has the command outlast what can't be written from now on, such as a line of its log on a
     * disk that is full: that is lost, and said once. A pipe that nobody reads still ends it.
     */
    public synchronized void outlast() {
        lasting = true;
    }

    /** Returns where a command prints; each line leaves at once. */
    public PrintWriter out() {
        return out;
    }

    /** Returns where it says what is wrong; nothing is taken there any more once output is lost. */
    public PrintWriter err() {
        return err;
    }

    /** Returns the same way for bytes; not beside {@link #out}. */
    public WritableByteChannel channel() {
        return Channels.newChannel(new Checked());
    }

    /** Closes it, so that who reads comes to the end before the process ends. */
    public void end() throws IOException {
        raw.close();
    }

    /**
     * Writes what is left.
     *
     * @param ofCommand the status that the command returned
     * @return the one to exit with: another if something couldn't be written
     */
    public int finish(int ofCommand) {
        out.flush();
        err.flush();
        int lost = status();
        return lost == 0 ? ofCommand : lost;
    }

    private synchronized int status() {
        return status;
    }

    /** Returns whether it goes on all the same. */
    private boolean outlasts(IOException e) {
        boolean first;
        synchronized (this) {
            if (!lasting || isPipe()) {
                return false;
            }
            first = !said;
            said = true;
        }
        if (first) {
            say("urdma: standard output can't be written, going on: " + e.getMessage());
        }
        return true;
    }

    private void lost(IOException e) throws IOException {
        if (outlasts(e)) {
            return;
        }
        fail(e);
        throw e;
    }

    private void fail(IOException e) {
        synchronized (this) {
            if (status != 0) {
                return;
            }
            status = isPipe() ? NOBODY_READS : FAILED;
        }
        if (status() == FAILED) {
            say("urdma: standard output can't be written: " + e.getMessage());
        }
        exit.accept(status());
    }

    private void say(String line) {
        try {
            errors.write((line + System.lineSeparator()).getBytes(Charset.defaultCharset()));
            errors.flush();
        } catch (IOException _) {
            // there is nobody left to tell
        }
    }

    /** A pipe or a socket fails for one reason: its reader has gone. */
    private boolean isPipe() {
        try {
            int type = (int) Files.getAttribute(file, "unix:mode") & FILE_TYPE;
            return type == FIFO || type == SOCKET;
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException _) {
            return false;
        }
    }

    private final class Checked extends OutputStream {
        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            if (status() != 0) {
                throw new IOException("standard output is lost");
            }
            try {
                raw.write(bytes, from, length);
            } catch (IOException e) {
                lost(e);
            }
        }

        @Override
        public void flush() throws IOException {
            try {
                raw.flush();
            } catch (IOException e) {
                lost(e);
            }
        }
    }

    private final class Muted extends OutputStream {
        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            if (status() == 0) {
                errors.write(bytes, from, length);
            }
        }
    }
}
