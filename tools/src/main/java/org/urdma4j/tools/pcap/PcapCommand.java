package org.urdma4j.tools.pcap;

import picocli.CommandLine.Command;

/** {@code urdma pcap}, the parent of what is done with capture files. */
@Command(
        name = "pcap",
        description = "Look into capture files (pcap, pcapng).",
        subcommands = {CheckCommand.class, ShowCommand.class, FlowsCommand.class})
public final class PcapCommand {}
