package org.urdma4j.codec.oracle;

import org.urdma4j.codec.cm.CmMessage;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Wireshark's names for the fields of a message of the connection manager. Left out: GIDs, which it
 * prints in several ways, and flow labels and packet rates, which it reads a byte too late.
 */
final class TsharkCmFields {
    private TsharkCmFields() {}

    static Map<String, String> of(CmMessage message) {
        String[] pairs =
                switch (message) {
                    case REQ -> REQ;
                    case REP -> REP;
                    case REJ -> REJ;
                    case RTU -> both("rtu");
                    case DREQ -> DREQ;
                    case DREP -> both("drsp");
                    default -> throw new IllegalArgumentException(message + " isn't dissected");
                };
        Map<String, String> names = new LinkedHashMap<>();
        for (String pair : pairs) {
            String[] parts = pair.split(":", 2);
            names.put(parts[0], "infiniband.cm." + parts[1]);
        }
        return names;
    }

    private static String[] both(String prefix) {
        return new String[] {
            "local communication ID:" + prefix + ".localcommid",
            "remote communication ID:" + prefix + ".remotecommid",
            "private data:" + prefix + ".private"
        };
    }

    private static final String[] DREQ = {
        "local communication ID:dreq.localcommid",
        "remote communication ID:dreq.remotecommid",
        "remote QPN/EECN:req.remoteqpneecn",
        "private data:dreq.private"
    };

    private static final String[] REJ = {
        "local communication ID:rej.localcommid",
        "remote communication ID:rej.remotecommid",
        "message rejected:rej.msgrej",
        "reject info length:rej.rejinfolen",
        "reason:rej.reason",
        "private data:rej.private"
    };

    private static final String[] REP = {
        "local communication ID:rep",
        "remote communication ID:rep.remotecommid",
        "local Q_Key:rep.localqkey",
        "local QPN:rep.localqpn",
        "local EE context number:rep.localeecn",
        "starting PSN:rep.startpsn",
        "responder resources:rep.respres",
        "initiator depth:rep.initdepth",
        "target ACK delay:rep.tgtackdelay",
        "failover accepted:rep.failoveracc",
        "end-to-end flow control:rep.e2eflowctrl",
        "RNR retry count:rep.rnrretrcount",
        "SRQ:rep.srq",
        "local CA GUID:rep.localcaguid",
        "private data:rep.private"
    };

    private static final String[] REQ = {
        "local communication ID:req",
        "local CA GUID:req.localcaguid",
        "local Q_Key:req.localqkey",
        "local QPN:req.localqpn",
        "responder resources:req.responderres",
        "local EECN:req.localeecn",
        "initiator depth:req.initdepth",
        "remote EECN:req.remoteeecn",
        "remote CM response timeout:req.remoteresptout",
        "transport service type:req.transpsvctype",
        "end-to-end flow control:req.e2eflowctrl",
        "starting PSN:req.startpsn",
        "local CM response timeout:req.localresptout",
        "retry count:req.retrcount",
        "partition key:req.pkey",
        "path packet payload MTU:req.pppmtu",
        "RDC exists:req.rdcexist",
        "RNR retry count:req.rnrretrcount",
        "max CM retries:req.maxcmretr",
        "SRQ:req.srq",
        "extended transport type:req.ext_transport",
        "primary local port LID:req.prim_locallid",
        "primary remote port LID:req.prim_remotelid",
        "primary traffic class:req.prim_tfcclass",
        "primary hop limit:req.prim_hoplim",
        "primary SL:req.prim_sl",
        "primary subnet local:req.prim_subnetlocal",
        "primary local ACK timeout:req.prim_localacktout",
        "alternate local port LID:req.alt_locallid",
        "alternate remote port LID:req.alt_remotelid",
        "alternate traffic class:req.alt_tfcclass",
        "alternate hop limit:req.alt_hoplim",
        "alternate SL:req.alt_sl",
        "alternate subnet local:req.alt_subnetlocal",
        "alternate local ACK timeout:req.alt_localacktout"
    };
}
