package org.urdma4j.verbs;

/**
 * What a device can do: {@code struct ibv_device_attr} (ibv_query_device(3)) less the fields that
 * have no meaning on a software device (page sizes, raw packets, reliable datagrams, fast memory
 * regions).
 *
 * @param fwVer the version of the firmware, or of the software that stands in for it
 * @param nodeGuid the identifier of the device
 * @param sysImageGuid the identifier of the system that the device belongs to
 * @param vendorId the vendor's number, 24 bits
 * @param vendorPartId the vendor's number of the product
 * @param hwVer the vendor's number of the revision
 * @param physPortCnt ports; they count from 1
 * @param maxMrSize bytes of the largest memory region
 * @param maxQp queue pairs
 * @param maxQpWr outstanding requests of one work queue
 * @param maxSge scatter/gather entries of a request other than a READ
 * @param maxSgeRd scatter entries of a READ
 * @param maxCq completion queues
 * @param maxCqe entries of a completion queue
 * @param maxMr memory regions
 * @param maxPd protection domains
 * @param maxQpRdAtom inbound READs and atomics outstanding of a queue pair
 * @param maxResRdAtom inbound READs and atomics outstanding of the device
 * @param maxQpInitRdAtom outbound READs and atomics outstanding of a queue pair
 * @param atomicCap how far atomicity reaches
 * @param maxMw memory windows
 * @param maxAh address handles
 * @param maxSrq shared receive queues
 * @param maxSrqWr requests of a shared receive queue
 * @param maxSrqSge scatter entries of a request of a shared receive queue
 * @param maxPkeys entries of the P_Key table
 * @param deviceCapFlags bits of {@link DeviceCapFlags}
 * @param localCaAckDelay how long a request may wait here for its acknowledgement: 4.096 us x
 *     2^localCaAckDelay
 */
public record DeviceAttr(
        String fwVer,
        long nodeGuid,
        long sysImageGuid,
        int vendorId,
        int vendorPartId,
        int hwVer,
        int physPortCnt,
        long maxMrSize,
        int maxQp,
        int maxQpWr,
        int maxSge,
        int maxSgeRd,
        int maxCq,
        int maxCqe,
        int maxMr,
        int maxPd,
        int maxQpRdAtom,
        int maxResRdAtom,
        int maxQpInitRdAtom,
        AtomicCap atomicCap,
        int maxMw,
        int maxAh,
        int maxSrq,
        int maxSrqWr,
        int maxSrqSge,
        int maxPkeys,
        int deviceCapFlags,
        int localCaAckDelay) {}
