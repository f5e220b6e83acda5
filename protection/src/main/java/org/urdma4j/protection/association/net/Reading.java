package org.urdma4j.protection.association.net;

import java.io.IOException;

/** Reads a connection for an association until it is gone. */
final class Reading {
    private Reading() {}

    static void run(AssociationThread actor, Link link) throws InterruptedException {
        String why;
        try {
            while (true) {
                actor.tell(new Event.Came(link, link.receive()));
            }
        } catch (IOException e) {
            why = e.getMessage();
        }
        actor.tell(new Event.Gone(link, why));
    }
}
