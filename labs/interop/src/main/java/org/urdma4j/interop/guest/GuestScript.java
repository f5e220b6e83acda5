package org.urdma4j.interop.guest;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** The scripts of {@code tools/interop}, which know how to boot and reach the guest. */
public final class GuestScript {
    private static final Path SCRIPT = Path.of("tools", "interop", "rxe-guest");

    private final Path script;

    private GuestScript(Path script) {
        this.script = script;
    }

    /**
     * Finds the scripts in the source tree that this program was built in, or that it is run in.
     *
     * @throws IOException if there are none
     */
    public static GuestScript find() throws IOException {
        return Stream.concat(above(builtIn()), above(Path.of("").toAbsolutePath()))
                .map(folder -> folder.resolve(SCRIPT))
                .filter(Files::isExecutable)
                .findFirst()
                .map(GuestScript::new)
                .orElseThrow(() ->
                        new IOException(
                                "interop needs tools/interop of the source tree: run it"
                                        + " there"));
    }

    private static Path builtIn() {
        try {
            return Path.of(
                    GuestScript.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Stream<Path> above(Path start) {
        return Stream.iterate(start, folder -> folder != null, Path::getParent);
    }

    /**
     * Checks that everything is there that a guest needs of this machine.
     *
     * @throws IOException with one line that says what isn't
     */
    public void check() throws IOException, InterruptedException {
        if (!Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0)) {
            throw new IOException(
                    "interop needs root, for network namespaces and tap devices: sudo ./urdma"
                            + " interop");
        }
        run(_ -> {}, command("check"));
    }

    public boolean isUp() throws InterruptedException {
        try {
            run(_ -> {}, command("status"));
            return true;
        } catch (IOException _) {
            return false;
        }
    }

    public Guest guest() throws IOException, InterruptedException {
        return Guest.of(this, run(_ -> {}, command("status")));
    }

    /**
     * Boots the guest; fetches and builds what it is made of when that is due.
     *
     * @param backports whether with the kernel of Debian's backports
     * @param progress is given what the scripts say meanwhile
     */
    public void up(boolean backports, Consumer<String> progress)
            throws IOException, InterruptedException {
        List<String> command = backports ? command("up", "--backports") : command("up");
        run(progress, command);
    }

    /**
     * Boots the router beside the guest; returns the guest with what is said of the router, too.
     */
    public Guest router() throws IOException, InterruptedException {
        return Guest.of(this, run(_ -> {}, command("router")));
    }

    /** Boots a second peer in a network of its own; returns the guest with what is said of it. */
    public Guest second() throws IOException, InterruptedException {
        return Guest.of(this, run(_ -> {}, command("second")));
    }

    /** Stops all guests, and removes their networks. */
    public void down() throws IOException, InterruptedException {
        run(_ -> {}, command("down"));
    }

    private static List<String> run(Consumer<String> progress, List<String> command)
            throws IOException, InterruptedException {
        return new GuestProcess(command).run(_ -> {}, progress);
    }

    List<String> command(String... words) {
        return Stream.concat(Stream.of(script.toString()), Stream.of(words)).toList();
    }

    String sibling(String name) {
        return script.resolveSibling(name).toString();
    }
}
