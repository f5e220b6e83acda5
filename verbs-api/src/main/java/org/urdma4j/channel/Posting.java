package org.urdma4j.channel;

import org.urdma4j.verbs.PostStatus;
import org.urdma4j.verbs.QueuePair;
import org.urdma4j.verbs.RecvWr;
import org.urdma4j.verbs.SendWr;

/**
 * Posts what a channel needs. Its device may be closed by another thread at any moment: then
 * nothing is posted, and the end of the connection, which says why, follows.
 */
final class Posting {
    private Posting() {}

    /** Returns whether it was posted. */
    static boolean send(QueuePair qp, SendWr request) {
        try {
            return qp.postSend(request) == PostStatus.OK;
        } catch (IllegalStateException _) {
            return false;
        }
    }

    /** Returns whether it was posted. */
    static boolean receive(QueuePair qp, RecvWr request) {
        try {
            return qp.postRecv(request) == PostStatus.OK;
        } catch (IllegalStateException _) {
            return false;
        }
    }
}
