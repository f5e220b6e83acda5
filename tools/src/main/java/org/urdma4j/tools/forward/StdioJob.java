package org.urdma4j.tools.forward;

import org.urdma4j.forward.entry.SingleStream;
import org.urdma4j.forward.message.OpenRequest;
import org.urdma4j.tools.terminal.StandardOutput;

import java.io.IOException;

/** One stream between standard input and output and a target, as a ProxyCommand of ssh is one. */
record StdioJob(OpenRequest request, EntryJob.ExitOpener exit) implements ForwardJob {
    @Override
    public boolean run() throws IOException {
        StandardOutput out = StandardOutput.ofProcess();
        try (ExitHost host = exit.open()) {
            SingleStream.carry(
                    new StandardStreams(System.in, out.channel(), out::end),
                    host,
                    request,
                    ForwardDevice.PATIENCE);
            return false;
        }
    }
}
