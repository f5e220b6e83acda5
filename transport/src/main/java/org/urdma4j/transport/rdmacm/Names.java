package org.urdma4j.transport.rdmacm;

import org.urdma4j.verbs.Errno;
import org.urdma4j.verbs.VerbsException;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/** Looks up names that the program hasn't, or in vain. May take as long as the name service. */
final class Names {
    private Names() {}

    /**
     * Returns {@code wanted} with its address, one of the family of {@code own} if there is any.
     *
     * @param unknown what is thrown if there is none
     */
    static InetSocketAddress lookUp(InetSocketAddress wanted, InetAddress own, Errno unknown) {
        if (wanted == null || !wanted.isUnresolved()) {
            return wanted;
        }
        String name = wanted.getHostString();
        try {
            InetAddress[] found = InetAddress.getAllByName(name);
            InetAddress best = found[0];
            for (int i = found.length - 1; i >= 0; i--) {
                if (found[i].getClass().equals(own.getClass())) {
                    best = found[i];
                }
            }
            return new InetSocketAddress(best, wanted.getPort());
        } catch (UnknownHostException e) {
            throw new VerbsException(
                    unknown, "no address is known for the name \"%s\"".formatted(name), e);
        }
    }
}
