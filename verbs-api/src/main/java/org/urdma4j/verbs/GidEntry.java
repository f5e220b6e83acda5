package org.urdma4j.verbs;

/**
 * One entry of a port's GID table: {@code struct ibv_gid_entry} (ibv_query_gid_table(3)).
 *
 * @param gid the address
 * @param gidIndex its place in the table, from 0; what {@link GlobalRoute#sgidIndex()} names
 * @param portNum the port, from 1
 * @param gidType the packet format that queue pairs with this entry speak
 * @param ndevIfindex the interface index of the network device, 0 when there is none
 */
public record GidEntry(Gid gid, int gidIndex, int portNum, GidType gidType, int ndevIfindex) {}
