package org.urdma4j.measure.live;

import static java.util.stream.Collectors.joining;

import org.urdma4j.codec.ib.Bth;
import org.urdma4j.codec.ib.Grh;
import org.urdma4j.codec.net.EtherType;
import org.urdma4j.codec.net.Ethernet;
import org.urdma4j.codec.net.Ipv6;
import org.urdma4j.codec.net.Udp;
import org.urdma4j.codec.net.Vlan;
import org.urdma4j.codec.pcap.LinkType;

import java.util.Collection;

/** RoCE as libpcap's filters say it (pcap-filter(7)). */
public final class RoceFilter {
    /** A customer's and a provider's. */
    private static final int MOST_TAGS = 2;

    private static final String TAG = "vlan";
    private static final int SLL_HEADER = 16;
    private static final int SLL2_HEADER = 20;

    /** Bytes of the BTH before the word with the queue pair. */
    private static final int QUEUE_PAIR = 4;

    private static final String TO_ROCE = "udp dst port " + Udp.ROCE_PORT;

    private RoceFilter() {}

    /**
     * Returns a filter.
     *
     * @param linkType what frames start with, one of {@link LinkType}
     * @param queuePairs whose packets are let through, and nothing else; if there are none all of
     *     RoCEv1 and RoCEv2, PAUSE and PFC
     */
    public static String of(int linkType, Collection<Integer> queuePairs) {
        return switch (linkType) {
            case LinkType.ETHERNET -> ethernet(0, queuePairs);
            case LinkType.LINUX_SLL -> frames(SLL_HEADER, queuePairs);
            case LinkType.LINUX_SLL2 -> frames(SLL2_HEADER, queuePairs);
            default -> overIp(queuePairs);
        };
    }

    /** Behind "vlan", offsets are those of tagged frames: it has to come last. */
    private static String ethernet(int tags, Collection<Integer> queuePairs) {
        String here = frames(Ethernet.LENGTH + tags * Vlan.LENGTH, queuePairs);
        return tags == MOST_TAGS
                ? here
                : "%s or (%s and (%s))".formatted(here, TAG, ethernet(tags + 1, queuePairs));
    }

    private static String frames(int linkBytes, Collection<Integer> queuePairs) {
        String v1 = "ether proto 0x%x".formatted(EtherType.ROCE);
        if (queuePairs.isEmpty()) {
            return "%s or ether proto 0x%x or %s"
                    .formatted(v1, EtherType.MAC_CONTROL, overIp(queuePairs));
        }
        String at = "ether[%d:4]".formatted(linkBytes + Grh.LENGTH + QUEUE_PAIR);
        return "(%s and %s) or %s".formatted(v1, anyOf(at, queuePairs), overIp(queuePairs));
    }

    private static String overIp(Collection<Integer> queuePairs) {
        if (queuePairs.isEmpty()) {
            return TO_ROCE;
        }
        int at = Udp.LENGTH + QUEUE_PAIR;
        return "(%s and %s) or (ip6 and %s and %s)"
                .formatted(
                        TO_ROCE,
                        anyOf("udp[%d:4]".formatted(at), queuePairs),
                        TO_ROCE,
                        anyOf("ip6[%d:4]".formatted(Ipv6.LENGTH + at), queuePairs));
    }

    private static String anyOf(String word, Collection<Integer> queuePairs) {
        return queuePairs.stream()
                .map(qp -> "%s & 0x%x = 0x%x".formatted(word, Bth.QPN_MASK, qp))
                .collect(joining(" or ", "(", ")"));
    }
}
