package org.urdma4j.lab.host;

import java.util.List;

/**
 * The two processes of a flow.
 *
 * @param name of the flow, for messages
 * @param server what listens, and prints a line when it does
 * @param client what connects to it, ends by itself, and prints what it measured
 * @param clientReceives whether the client is at the receiver's end of the path
 */
public record Ends(String name, List<String> server, List<String> client, boolean clientReceives) {
    public Ends {
        server = List.copyOf(server);
        client = List.copyOf(client);
    }
}
