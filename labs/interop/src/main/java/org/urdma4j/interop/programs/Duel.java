package org.urdma4j.interop.programs;

import org.urdma4j.interop.guest.GuestShell;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * A program of the guest against ours, one the server and the other the client.
 *
 * @param theirs the guest's commands
 * @param ours our commands
 * @param figure finds what is worth printing in the client's words
 */
record Duel(Theirs theirs, Ours ours, Function<List<String>, String> figure) {
    /** Long enough for an emulated machine on a busy host. */
    private static final int PATIENCE_S = 60;

    /**
     * In the guest.
     *
     * @param server without an address
     * @param client to which the server's address is appended
     * @param ready what the shell runs until it succeeds, once the server is started
     */
    record Theirs(String server, String client, String ready) {
        private String program() {
            return server.substring(0, server.indexOf(' '));
        }
    }

    /**
     * Here.
     *
     * @param server without an address
     * @param client to which the server's address is appended
     * @param ready waits until the server can be reached
     */
    record Ours(List<String> server, List<String> client, Ready ready) {}

    /** Waits for a program. */
    @FunctionalInterface
    interface Ready {
        void await(OurProgram program) throws IOException, InterruptedException;
    }

    /** Plays with our client and the guest's server, whose address has a key in the status. */
    String weAsk(ProgramNet net, String key) throws IOException, InterruptedException {
        try (GuestShell their = net.guest();
                GuestShell other = net.guest()) {
            their.start("timeout %d %s".formatted(PATIENCE_S, theirs.server()));
            var _ = other.run(untilReady(), PATIENCE_S * 1000);
            List<String> command = new ArrayList<>(ours.client());
            command.add(net.of(key));
            List<String> said;
            try (OurProgram our = net.urdma(command)) {
                said = our.finish(PATIENCE_S);
            } catch (IOException e) {
                // The next case wants to have its port.
                other.start("killall %s; true".formatted(theirs.program()));
                throw new IOException(e.getMessage() + "; server: " + lastWord(their), e);
            }
            var _ = their.finish(PATIENCE_S * 1000);
            return figure.apply(said);
        }
    }

    private static String lastWord(GuestShell shell) {
        try {
            return String.join(" ", shell.finish(PATIENCE_S * 1000));
        } catch (IOException e) {
            return e.getMessage();
        }
    }

    private String untilReady() {
        return untilReady(theirs.ready());
    }

    /** Returns what the shell runs until a command succeeds, for 20 s. */
    static String untilReady(String command) {
        return "i=0; until %s; do usleep 100000; i=$((i+1)); [ $i -lt 200 ] || break; done"
                .formatted(command);
    }

    /** Plays with the guest's client and our server, whose address has a key in the status. */
    String theyAsk(ProgramNet net, String key) throws IOException, InterruptedException {
        try (OurProgram our = net.urdma(ours.server());
                GuestShell their = net.guest()) {
            ours.ready().await(our);
            String command = "timeout %d %s %s".formatted(PATIENCE_S, theirs.client(), net.of(key));
            List<String> said;
            try {
                said = their.run(command, PATIENCE_S * 1000);
            } catch (IOException e) {
                throw new IOException(e.getMessage() + "; server: " + our.soFar(), e);
            }
            var _ = our.finish(PATIENCE_S);
            return figure.apply(said);
        }
    }
}
