package org.urdma4j.lab.host;

import org.urdma4j.gateway.process.Subprocess;

import java.io.IOException;

/**
 * The two namespaces of the lab, in which TCP may have as much in flight as the paths hold. What
 * sockets may ask for beyond that ({@code net.core.rmem_max}) is one for the whole machine and
 * stays as it is.
 */
record Namespaces(String sender, String receiver) {
    /** The least, the first and the most: enough for 5 Gbit/s over 200 ms, twice. */
    private static final String TCP_BUFFERS = "4096 131072 268435456";

    /** Makes them, with names that no other run on this machine has. */
    static Namespaces make(Host host) throws IOException, InterruptedException {
        String prefix = "urdma-lab-" + ProcessHandle.current().pid();
        Namespaces made = new Namespaces(prefix + "-a", prefix + "-b");
        for (String name : new String[] {made.sender, made.receiver}) {
            host.addNamespace(name);
            set(name, "net/ipv4/tcp_rmem", TCP_BUFFERS);
            set(name, "net/ipv4/tcp_wmem", TCP_BUFFERS);
            // what one run learnt of the path must not help or hinder the next
            set(name, "net/ipv4/tcp_no_metrics_save", "1");
            Subprocess.run("ip", "-n", name, "link", "set", "lo", "up");
        }
        return made;
    }

    private static void set(String namespace, String key, String value)
            throws IOException, InterruptedException {
        String write = "echo '%s' > /proc/sys/%s".formatted(value, key);
        Subprocess.run("ip", "netns", "exec", namespace, "sh", "-c", write);
    }
}
