package org.urdma4j.tools.pcap;

import picocli.CommandLine.Command;

/** {@code urdma pcap}, the parent of what is done with capture files. */
@Command(
        name = "pcap",
        description = "Look into capture files (pcap, pcapng), make and replay them.",
        subcommands = {
            CaptureCommand.class,
            CheckCommand.class,
            FlowsCommand.class,
            OpenCommand.class,
            ReplayCommand.class,
            ShowCommand.class
        })
public final class PcapCommand {}
