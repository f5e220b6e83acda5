package org.urdma4j.channel;

/**
 * A ring into which the peer writes, or we do at the peer.
 *
 * @param addr of its first byte
 * @param rkey for the writer's requests
 * @param bytes a power of two, {@link ChannelOptions#LEAST} to {@link ChannelOptions#MOST}
 */
record PeerRing(long addr, int rkey, int bytes) {
    boolean isValid() {
        return ChannelOptions.isRing(bytes);
    }
}
