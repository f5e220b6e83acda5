package org.urdma4j.transport.port.raw;

import org.urdma4j.codec.net.EtherType;
import org.urdma4j.codec.net.Udp;
import org.urdma4j.transport.port.frame.NextHops;
import org.urdma4j.transport.port.linux.FrameFilter;
import org.urdma4j.transport.port.linux.GroupMember;
import org.urdma4j.transport.port.linux.KernelRefusal;
import org.urdma4j.transport.port.linux.Link;
import org.urdma4j.transport.port.linux.PacketSocket;
import org.urdma4j.transport.port.pipeline.OpenFailure;
import org.urdma4j.transport.shard.MulticastGroups;
import org.urdma4j.verbs.Gid;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * The multicast groups of a raw port: a packet socket of their own, which also sees what leaves
 * this machine, since datagrams go to whom of the sender's device is in the group as well. Confined
 * to the event loop.
 */
final class RawGroups implements MulticastGroups.Membership {
    private final Link link;
    private final int bufferBytes;
    private final OpenFailure failure;
    private final Function<PacketSocket, PacketChannel> starter;
    private final Map<Gid, GroupMember> members = new HashMap<>();
    private PacketSocket socket;

    /** Closes the socket; null while there are no groups. */
    private PacketChannel channel;

    /**
     * Creates it without groups.
     *
     * @param starter makes the channel of the socket, and reads it from then on
     */
    RawGroups(
            Link link,
            int bufferBytes,
            OpenFailure failure,
            Function<PacketSocket, PacketChannel> starter) {
        this.link = link;
        this.bufferBytes = bufferBytes;
        this.failure = failure;
        this.starter = starter;
    }

    /** Returns whether the port is in a group. */
    boolean isIn(long prefix, long interfaceId) {
        return members.containsKey(new Gid(prefix, interfaceId));
    }

    @Override
    public void join(Gid group) {
        try {
            if (channel == null) {
                channel = open();
            }
            takeIn(group);
        } catch (KernelRefusal e) {
            if (members.isEmpty()) {
                close();
            }
            throw failure.explain(e);
        }
    }

    private void takeIn(Gid group) {
        socket.takeIn(PacketSocket.Intake.MULTICAST, NextHops.groupMac(group), true);
        try {
            members.put(group, announce(group));
        } catch (KernelRefusal e) {
            letGo(group);
            throw e;
        }
    }

    private void letGo(Gid group) {
        try {
            socket.takeIn(PacketSocket.Intake.MULTICAST, NextHops.groupMac(group), false);
        } catch (KernelRefusal _) {
            // the interface takes in more than it must, until the last group is left
        }
    }

    private PacketChannel open() {
        FrameFilter filter = FrameFilter.groups(Udp.ROCE_PORT, EtherType.ROCE);
        socket = new PacketSocket(link.index(), filter, bufferBytes);
        try {
            socket.showOutgoing(!link.isLoopback());
            return starter.apply(socket);
        } catch (RuntimeException e) {
            socket.close();
            throw e;
        }
    }

    /** A group that is no IP address to this interface is RoCEv1's, which asks no router. */
    private GroupMember announce(Gid group) {
        try {
            return new GroupMember(group.toInetAddress(), link.index());
        } catch (KernelRefusal e) {
            if (group.isIpv4Mapped()) {
                throw e;
            }
            return null;
        }
    }

    @Override
    public void leave(Gid group) {
        GroupMember member = members.remove(group);
        if (member != null) {
            member.close();
        }
        if (members.isEmpty()) {
            close();
        } else {
            letGo(group);
        }
    }

    /** Leaves all. */
    void close() {
        members.values()
                .forEach(member -> {
                    if (member != null) {
                        member.close();
                    }
                });
        members.clear();
        if (channel != null) {
            var _ = channel.close();
            channel = null;
        }
    }
}
