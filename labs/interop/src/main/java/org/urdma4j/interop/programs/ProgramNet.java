package org.urdma4j.interop.programs;

import org.urdma4j.interop.guest.GuestShell;
import org.urdma4j.interop.play.Backend;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Where programs run.
 *
 * @param backend what carries the packets of our programs
 * @param status what {@code rxe-guest status} says
 * @param urdma what starts the urdma command, without arguments
 */
record ProgramNet(Backend backend, Map<String, String> status, List<String> urdma) {
    String of(String key) {
        return status.get(key);
    }

    GuestShell guest() throws IOException {
        return shell("guest");
    }

    GuestShell router() throws IOException {
        return shell("router");
    }

    /** The other peer, which a tunnel leads to. */
    GuestShell second() throws IOException {
        return shell("second");
    }

    private GuestShell shell(String who) throws IOException {
        return new GuestShell(
                new InetSocketAddress(
                        InetAddress.ofLiteral(of(who)), Integer.parseInt(of("shell"))));
    }

    OurProgram urdma(List<String> arguments) throws IOException {
        return new OurProgram(command(arguments));
    }

    /** Starts one of our commands behind the router. */
    OurProgram farUrdma(List<String> arguments) throws IOException {
        List<String> inside = new ArrayList<>(List.of("ip", "netns", "exec"));
        inside.add(of("far_namespace"));
        return new OurProgram(join(inside, command(arguments)));
    }

    private List<String> command(List<String> arguments) {
        return join(join(urdma, arguments), List.of("--backend", backend.toString()));
    }

    private static List<String> join(List<String> one, List<String> other) {
        return Stream.concat(one.stream(), other.stream()).toList();
    }
}
