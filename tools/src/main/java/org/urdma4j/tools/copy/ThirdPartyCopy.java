package org.urdma4j.tools.copy;

import org.urdma4j.copy.message.ByteString;
import org.urdma4j.copy.rdma.CopyPaths;
import org.urdma4j.tools.copy.ssh.Exchange;
import org.urdma4j.tools.copy.ssh.FarEnd;
import org.urdma4j.tools.peer.Addresses;

import java.io.IOException;
import java.net.InetAddress;
import java.security.SecureRandom;
import java.util.List;
import java.util.function.Consumer;

/**
 * A copy from one host to another, neither of them this one: ssh starts an end at each, the
 * target's serves, and the source's sends to it with the key that this machine has made. Data go
 * between the two alone.
 */
final class ThirdPartyCopy {
    private ThirdPartyCopy() {}

    /**
     * Copies.
     *
     * @param arguments as the user has written them
     * @param said each line of ssh and of what is wrong
     * @param printed each line of the copy
     * @return its exit status
     * @throws IOException with a line for the user, if there was no copy
     */
    static int run(
            SshArguments ssh,
            PushJob job,
            boolean readOnly,
            List<ByteString> arguments,
            Consumer<String> said,
            Consumer<String> printed)
            throws IOException, InterruptedException {
        Location target = job.target();
        Location.Common common = Location.common(List.of(target));
        InetAddress wanted = ssh.remoteAddress();
        SecureRandom random = new SecureRandom();
        try (FarEnd sends = start(ssh, job.sources().getFirst(), said, random)) {
            sends.awaitSender(); // a password may take longer than a server waits
            try (FarEnd serves = start(ssh, target, said, random)) {
                Exchange.Ready ready = serves.serve(common.path(), readOnly, ssh.port(job), wanted);
                InetAddress address = wanted == null ? ready.address() : wanted;
                return sends.send(
                        serves,
                        address,
                        wanted != null || address.isLoopbackAddress(),
                        ready.port(),
                        common.below().getFirst(),
                        arguments,
                        printed);
            }
        }
    }

    private static FarEnd start(
            SshArguments ssh, Location where, Consumer<String> said, SecureRandom random)
            throws IOException {
        return FarEnd.start(
                ssh.command(), where.destination(), ssh.remoteCommand(), "", said, random);
    }

    /**
     * Returns what this end is to do, as one of another's copy.
     *
     * @param home of this user, or null
     */
    static PushJob here(PushJob asked, Exchange.Send sent, String home) {
        List<Location> sources = asked.sources().stream().map(each -> each.in(home)).toList();
        return new PushJob(sources, asked.target().at(sent.at()));
    }

    /** Returns the other's other end. */
    static OtherEnd target(PushJob job, Exchange.Send sent, String bind, Addresses which)
            throws IOException, InterruptedException {
        return OtherEnd.reached(
                job,
                OtherEnd.addresses(
                        job.host(), sent.exact() ? sent.address() : null, sent.address(), which),
                sent.port(),
                null,
                sent.protection(),
                bind,
                CopyPaths.ONE);
    }
}
