package org.urdma4j.transport.counter;

import java.util.Locale;

/**
 * One thing that a queue pair or a device counts, from its creation on. A packet counts in bytes
 * from its BTH to its ICRC.
 */
public enum Counter {
    /** Packets given to the network. */
    SENT_PKTS,
    /** Bytes given to the network. */
    SENT_BYTES,
    /** Times that an exception ended a queue pair; none ever should. */
    DEFECTS,
    /** Packets that reached their queue pair. */
    RCVD_PKTS,
    /** Bytes that reached their queue pair. */
    RCVD_BYTES,
    /** Request packets sent again, whatever the cause. */
    RETRANSMITTED_PKTS,
    /** Request packets received that had been received before. */
    DUPLICATE_REQUEST,
    /** Request packets dropped because an earlier one is missing. */
    OUT_OF_SEQ_REQUEST,
    /** PSN sequence error NAKs received. */
    RCVD_SEQ_ERR,
    /** PSN sequence error NAKs sent. */
    SENT_SEQ_ERR,
    /** Receiver-not-ready NAKs received. */
    RCVD_RNR_ERR,
    /** Receiver-not-ready NAKs sent. */
    SENT_RNR_ERR,
    /** Gaps in READ responses and atomic answers that made the requester ask again. */
    IMPLIED_NAK_SEQ_ERR,
    /** Times the transport timer ran out. */
    LOCAL_ACK_TIMEOUT_ERR,
    /** Queue pairs that gave up because the peer stopped answering. */
    RETRY_EXCEEDED_ERR,
    /** Queue pairs that gave up because the peer had no receive buffer. */
    RETRY_RNR_EXCEEDED_ERR,
    /** Acknowledgements sent, NAKs included. */
    ACKS_SENT,
    /** Acknowledgements received, NAKs included. */
    ACKS_RCVD,
    /** Requests answered with a NAK that ends the connection. */
    FATAL_NAKS_SENT,
    /** NAKs received that end the connection. */
    FATAL_NAKS_RCVD,
    /** Answers to nothing that was asked; dropped. */
    UNEXPECTED_RESPONSE,
    /** Packets for a queue pair that does not exist; dropped. */
    DROPPED_UNKNOWN_QP,
    /** Packets for a queue pair that can't receive now, or of another type; dropped. */
    DROPPED_QP_STATE,
    /** Packets that the connected peer hasn't sent, by address or by what they say; dropped. */
    DROPPED_WRONG_PEER,
    /** Packets with a wrong partition key; dropped. */
    DROPPED_PKEY,
    /** Messages of UC and UD for which no receive was posted; dropped. */
    DROPPED_NO_RECEIVE,
    /** Messages of UC and UD whose length, key or rights were wrong; dropped. */
    DROPPED_REFUSED,
    /** Messages of UC begun and given up because a packet is missing. */
    INCOMPLETE_MESSAGES,
    /** Datagrams with a wrong Q_Key; dropped. */
    DROPPED_QKEY,
    /** Packets too short or malformed in their headers; dropped. */
    DROPPED_MALFORMED,
    /** Packets whose opcode is not known; dropped. */
    DROPPED_UNKNOWN_OPCODE,
    /**
     * Packets in the clear for a queue pair whose packets are sealed, and pauses of whoever is on
     * the cable of a device whose packets are; dropped.
     */
    DROPPED_NOT_PROTECTED,
    /** Sealed packets that aren't as the peer sealed them; dropped. */
    DROPPED_AUTH,
    /** Sealed packets that have come before, or are too old to tell; dropped. */
    DROPPED_REPLAY,
    /** Sealed packets whose keys aren't known here, no longer or not yet; dropped. */
    DROPPED_EPOCH,
    /** Bytes by which sealing has made the packets sent longer. */
    SEALING_BYTES,
    /** Sealed packets sent that hold nothing: for the sake of an even flow. */
    CHAFF_SENT,
    /** Bytes of these, from BTH to ICRC. */
    CHAFF_BYTES,
    /** Sealed packets received that hold nothing: sent for the sake of an even flow. */
    CHAFF_RCVD,
    /** Packets whose ICRC is wrong; dropped by the network backend. */
    DROPPED_ICRC,
    /** Packets that the receive socket of this host dropped for want of room. */
    DROPPED_BY_SOCKET,
    /** Packets that came to another event loop than their queue pair's, and were handed on. */
    HANDED_ON_PKTS,
    /** Packets that were to be handed on to an event loop that had too many waiting; dropped. */
    DROPPED_HANDED_ON,
    /** Packets whose hidden IPv4 identification was inferred from their ICRC. */
    IDENTIFICATION_INFERRED,
    /** Packets that the operating system refused to send. */
    SEND_ERR,
    /** Payload bytes of request packets put in place, none of them twice. */
    PLACED_BYTES,
    /** TC-SACK reports sent, parts counted apart. */
    REPORTS_SENT,
    /** TC-SACK reports received, parts counted apart. */
    REPORTS_RCVD,
    /** Packets sent to find out whether the tail of a transfer arrived. */
    PROBES_SENT,
    /** Probes sent to find out how long packets may be on their path. */
    PATH_MTU_PROBES_SENT,
    /** Times that a path turned out to carry only shorter packets than before. */
    PATH_MTU_BLACK_HOLES,
    /** Pieces sent of packets that had become too long for their path. */
    PIECES_SENT,
    /** Pieces received of packets that had become too long for their path. */
    PIECES_RCVD,
    /** Demands, grants and returns sent: how much may be sent, see docs/grants.md. */
    GRANTS_SENT,
    /** Demands, grants and returns received. */
    GRANTS_RCVD,
    /** Retransmissions of packets that had arrived after all. */
    SPURIOUS_RETRANSMITS,
    /** Forward error correction packets sent. */
    REPAIR_SENT,
    /** Forward error correction packets received. */
    REPAIR_RCVD,
    /** Packets that forward error correction gave back. */
    REPAIRED_PKTS,
    /** Packets let in that had met a queue: their IP header said congestion experienced. */
    NP_ECN_MARKED_ROCE_PACKETS,
    /** Congestion notification packets sent to peers whose packets had met a queue. */
    NP_CNP_SENT,
    /**
     * Congestion notification packets received by queue pairs, which slow down if they heed them.
     */
    RP_CNP_HANDLED,
    /** PAUSE and PFC frames received: the other end of the cable said what is to wait or go on. */
    RX_PAUSE_CTRL_PHY,
    /** PAUSE and PFC frames sent. */
    TX_PAUSE_CTRL_PHY,
    /** RDMA WRITE messages completed by this responder. */
    RDMA_WRITES,
    /** RDMA READ requests executed by this responder, repetitions not counted. */
    RDMA_READS,
    /** SEND messages completed by this responder. */
    RDMA_RECVS,
    /** Atomic operations executed by this responder, repetitions not counted. */
    RDMA_ATOMICS,
    /** Times that packets of the peer came from another address or UDP port, which was asked. */
    PEER_ELSEWHERE,
    /** Times that packets go to another address or UDP port because the peer is there now. */
    PEER_MOVED;

    private final String label = name().toLowerCase(Locale.ROOT);

    /** Returns the name that is printed, in rxe's manner: lower case with underscores. */
    public String label() {
        return label;
    }
}
