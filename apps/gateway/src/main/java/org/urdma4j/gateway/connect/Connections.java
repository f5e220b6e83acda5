package org.urdma4j.gateway.connect;

import org.urdma4j.codec.cm.CmDreq;
import org.urdma4j.codec.cm.CmMessage;
import org.urdma4j.codec.cm.CmRej;
import org.urdma4j.codec.cm.CmRep;
import org.urdma4j.codec.cm.CmReq;
import org.urdma4j.codec.cm.CmStatus;
import org.urdma4j.codec.mad.GsiPacket;
import org.urdma4j.codec.mad.Mad;
import org.urdma4j.gateway.flow.ConnectedFlows;
import org.urdma4j.gateway.flow.FlowKey;
import org.urdma4j.gateway.packet.Headers;

import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Reads the messages of the connection manager as they pass. A REQ and its REP tell which queue
 * pairs belong together, the path MTU, and the sequence numbers that both ways start with; a DREQ
 * or REJ ends that. Messages may be lost behind here and come again; RTU and DREP need not come.
 * IBTA volume 1, chapter 12.
 */
public final class Connections {
    /** Connections that are known at a time; the oldest goes. */
    private static final int MOST = 1 << 12;

    private static final int LEAST_MTU_CODE = 1;
    private static final int MOST_MTU_CODE = 5;
    private static final int MTU_OF_CODE_0 = 128;

    private final Map<Id, Connection> known = new LinkedHashMap<>();

    /**
     * Who asked whom, and the communication ID that it chose.
     *
     * @param hosts with 0 for the queue pair
     */
    private record Id(FlowKey hosts, int commId) {}

    /**
     * Takes a packet that was understood and is intact.
     *
     * @param along flows that go the way of the packet
     * @param against flows that go the opposite way
     */
    public void onPacket(Headers packet, ConnectedFlows along, ConnectedFlows against, long nowNs) {
        int at = GsiPacket.madOffset(packet.transport());
        ByteBuffer b = packet.transport().buffer();
        if (at == GsiPacket.NONE || CmMessage.status(b, at, Mad.LENGTH) != CmStatus.OK) {
            return;
        }
        switch (CmMessage.of(b, at)) {
            case REQ -> onReq(packet, b, at);
            case REP -> onRep(packet, b, at, along, against, nowNs);
            case REJ -> onRej(packet, b, at, along, against, nowNs);
            case DREQ -> onDreq(packet, b, at, along, against, nowNs);
            case MRA, RTU, DREP, SIDR_REQ, SIDR_REP -> {}
        }
    }

    private void onReq(Headers packet, ByteBuffer b, int at) {
        int code = CmReq.PATH_MTU.getInt(b, at);
        if (CmReq.TRANSPORT_SERVICE.getInt(b, at) != CmReq.RC
                || code < LEAST_MTU_CODE
                || code > MOST_MTU_CODE) {
            return;
        }
        Id id = new Id(FlowKey.along(packet, 0), CmReq.LOCAL_COMM_ID.getInt(b, at));
        Connection asked =
                new Connection(
                        CmReq.LOCAL_QPN.getInt(b, at),
                        CmReq.STARTING_PSN.getInt(b, at),
                        MTU_OF_CODE_0 << code);
        Connection before = known.get(id);
        if (before != null && before.isSameRequest(asked)) {
            return;
        }
        if (before == null && known.size() == MOST) {
            known.remove(known.keySet().iterator().next());
        }
        known.put(id, asked);
    }

    private void onRep(
            Headers packet,
            ByteBuffer b,
            int at,
            ConnectedFlows along,
            ConnectedFlows against,
            long nowNs) {
        Id id = new Id(FlowKey.against(packet, 0), CmRep.REMOTE_COMM_ID.getInt(b, at));
        Connection connection = known.get(id);
        int qpn = CmRep.LOCAL_QPN.getInt(b, at);
        int psn = CmRep.STARTING_PSN.getInt(b, at);
        if (connection == null || !connection.accept(qpn, psn)) {
            return;
        }
        against.connect(
                FlowKey.against(packet, qpn), connection.requesterQpn, psn, connection.mtu, nowNs);
        along.connect(
                FlowKey.along(packet, connection.requesterQpn),
                qpn,
                connection.requesterPsn,
                connection.mtu,
                nowNs);
    }

    /** Either side may refuse: who was asked the REQ, and who asked the REP. */
    private void onRej(
            Headers packet,
            ByteBuffer b,
            int at,
            ConnectedFlows along,
            ConnectedFlows against,
            long nowNs) {
        boolean asked = CmRej.MESSAGE.getInt(b, at) == CmRej.REP;
        Id id =
                asked
                        ? new Id(FlowKey.along(packet, 0), CmRej.LOCAL_COMM_ID.getInt(b, at))
                        : new Id(FlowKey.against(packet, 0), CmRej.REMOTE_COMM_ID.getInt(b, at));
        end(known.remove(id), asked, packet, along, against, nowNs);
    }

    private void onDreq(
            Headers packet,
            ByteBuffer b,
            int at,
            ConnectedFlows along,
            ConnectedFlows against,
            long nowNs) {
        int qpn = CmDreq.REMOTE_QPN.getInt(b, at);
        Id asked = new Id(FlowKey.along(packet, 0), CmDreq.LOCAL_COMM_ID.getInt(b, at));
        Id accepted = new Id(FlowKey.against(packet, 0), CmDreq.REMOTE_COMM_ID.getInt(b, at));
        Connection connection = known.get(asked);
        if (connection != null && connection.accepted && connection.responderQpn == qpn) {
            known.remove(asked);
            end(connection, true, packet, along, against, nowNs);
            return;
        }
        connection = known.get(accepted);
        if (connection != null && connection.requesterQpn == qpn) {
            known.remove(accepted);
            end(connection, false, packet, along, against, nowNs);
            return;
        }
        FlowKey there = FlowKey.along(packet, qpn);
        int sender = along.senderOf(there);
        along.end(there, nowNs);
        if (sender >= 0) {
            against.end(FlowKey.against(packet, sender), nowNs);
        }
    }

    /** Ends a connection by a packet, whose side asked for it or was asked. */
    private static void end(
            Connection connection,
            boolean asked,
            Headers packet,
            ConnectedFlows along,
            ConnectedFlows against,
            long nowNs) {
        if (connection != null && connection.accepted) {
            int own = asked ? connection.requesterQpn : connection.responderQpn;
            int other = asked ? connection.responderQpn : connection.requesterQpn;
            along.end(FlowKey.along(packet, other), nowNs);
            against.end(FlowKey.against(packet, own), nowNs);
        }
    }
}
