package org.urdma4j.tools.rping;

import org.urdma4j.tools.backend.BackendArguments;
import org.urdma4j.tools.terminal.ArgumentCheck;
import org.urdma4j.verbs.Context;
import org.urdma4j.verbs.Mtu;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.time.Duration;
import java.util.concurrent.Callable;

/** {@code urdma mckey}: librdmacm's mckey. */
@Command(
        name = "mckey",
        sortOptions = false,
        description = {
            "Send to a multicast group or receive from it, as mckey does.",
            "The other ends may be mckey of librdmacm (Debian: rdmacm-utils); its options are here."
                    + " Start the receivers first; count and size must be the same at all ends."
                    + " Needs the udp or raw backend."
        },
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {"0:all datagrams went, or came", "1:they did not", "2:called wrongly"})
public final class MckeyCommand implements Callable<Integer> {
    private static final int MOST_DATAGRAMS = 1 << 14;

    @Option(
            names = "-m",
            paramLabel = "GROUP",
            required = true,
            description = "The group: of 224.0.0.0/4 or ff00::/8.")
    private InetAddress group;

    @Option(names = "-s", description = "Send, rather than receive.")
    private boolean sends;

    @Option(
            names = "-b",
            paramLabel = "ADDR",
            required = true,
            description = "Own address, whose interface is in the group.")
    private String bind;

    @Option(names = "-C", paramLabel = "COUNT", description = "Datagrams; default 10.")
    private int messages = 10;

    @Option(names = "-S", paramLabel = "BYTES", description = "Size of one; default 100.")
    private int size = 100;

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            description = "How long to wait for the next datagram; default 30.")
    private int timeout = 30;

    @Mixin private BackendArguments backend;

    @Spec private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        ArgumentCheck check = new ArgumentCheck(spec);
        check.range("-C", messages, 1, MOST_DATAGRAMS);
        check.range("-S", size, 1, Mtu.MTU_4096.bytes());
        check.range("--timeout", timeout, 1, 86_400);
        if (!group.isMulticastAddress()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "-m: %s is no multicast address: 224.0.0.0/4 and ff00::/8 are"
                            .formatted(group.getHostAddress()));
        }
        try (Context context =
                        LocalAddress.open(
                                LocalAddress.resolve(bind), local -> backend.open(local, spec));
                Mckey end = new Mckey(context, messages, size, Duration.ofSeconds(timeout))) {
            end.join(group);
            say(sends ? "initiating data transfers" : "receiving data transfers");
            int done = sends ? end.send() : end.receive();
            say(
                    "%d datagrams of %d bytes %s, %d lost"
                            .formatted(done, size, sends ? "sent" : "received", messages - done));
            return done == messages ? 0 : 1;
        }
    }

    private void say(String what) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(what);
        out.flush();
    }
}
