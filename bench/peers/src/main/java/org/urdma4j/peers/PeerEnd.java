package org.urdma4j.peers;

import org.urdma4j.lab.peer.Peer;
import org.urdma4j.peers.aeron.AeronReceiver;
import org.urdma4j.peers.aeron.AeronSender;
import org.urdma4j.peers.end.EndSpec;
import org.urdma4j.peers.end.Meter;
import org.urdma4j.peers.quic.QuicReceiver;
import org.urdma4j.peers.quic.QuicSender;

import java.io.IOException;
import java.util.List;

/** One end of a transfer, as {@link org.urdma4j.lab.host.PeerPrograms} wants it. */
public final class PeerEnd {
    static final String SEND = "send";
    static final String RECEIVE = "receive";

    private static final String READY = "ready";

    private PeerEnd() {}

    /** The peer, whether it sends, and the words of a spec. */
    public static void main(String[] args) {
        List<String> words = List.of(args);
        try {
            Peer peer = Peer.parse(words.getFirst()).getFirst();
            EndSpec spec = EndSpec.parse(words.subList(2, words.size()));
            if (words.get(1).equals(SEND)) {
                send(peer, spec);
            } else {
                System.out.println(receive(peer, spec));
            }
            System.exit(0);
        } catch (IOException | RuntimeException e) {
            System.err.println(e.getMessage());
            System.exit(1);
        } catch (InterruptedException _) {
            System.exit(1);
        }
    }

    private static void send(Peer peer, EndSpec spec) throws IOException, InterruptedException {
        Runnable ready = () -> System.out.println(READY);
        if (peer == Peer.AERON) {
            AeronSender.run(spec, ready);
        } else {
            QuicSender.run(spec, ready);
        }
    }

    private static String receive(Peer peer, EndSpec spec)
            throws IOException, InterruptedException {
        Meter meter = new Meter(spec.omitS(), spec.timeS());
        if (peer == Peer.AERON) {
            AeronReceiver.run(spec, meter);
        } else {
            QuicReceiver.run(spec, meter);
        }
        return meter.json();
    }
}
