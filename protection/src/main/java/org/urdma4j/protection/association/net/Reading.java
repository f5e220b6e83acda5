package org.urdma4j.protection.association.net;

import java.io.IOException;

/** Reads a connection for an association until it is gone. */
final class Reading {
    private Reading() {}

    static void run(AssociationThread thread, Link link) throws InterruptedException {
        String why;
        try {
            while (true) {
                thread.tell(new Event.Came(link, link.receive()));
            }
        } catch (IOException e) {
            why = e.getMessage();
        }
        thread.tell(new Event.Gone(link, why));
    }
}
