package org.urdma4j.verbs.cm;

import org.urdma4j.verbs.KeepAlive;
import org.urdma4j.verbs.UrdmaOffer;
import org.urdma4j.verbs.UrdmaTuning;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;

/**
 * What an end of a connection says of itself, or what the peer said: {@code struct rdma_conn_param}
 * (rdma_connect(3), rdma_accept(3)), and what concerns the URDMA profile. Immutable; each setter
 * returns a changed copy. {@link #EMPTY} has the defaults.
 */
public final class ConnParam {
    /** As many READs and atomic operations at a time as the device can do. */
    public static final int MAX_RESOURCES = 0xff;

    private static final int MAX_RETRIES = 7;
    private static final int MAX_QPN = 0xff_ffff;

    /** No private data, all resources of the device, seven retries of each kind, URDMA offered. */
    public static final ConnParam EMPTY = new ConnParam();

    private byte[] privateData = {};
    private int responderResources = MAX_RESOURCES;
    private int initiatorDepth = MAX_RESOURCES;
    private boolean flowControl = true;
    private int retryCount = MAX_RETRIES;
    private int rnrRetryCount = MAX_RETRIES;
    private boolean srq;
    private int qpNum;
    private boolean urdma = true;
    private UrdmaOffer urdmaOffer;
    private UrdmaTuning urdmaTuning;
    private KeepAlive keepAlive = KeepAlive.DEFAULT;

    private ConnParam() {}

    private ConnParam(ConnParam from) {
        privateData = from.privateData;
        responderResources = from.responderResources;
        initiatorDepth = from.initiatorDepth;
        flowControl = from.flowControl;
        retryCount = from.retryCount;
        rnrRetryCount = from.rnrRetryCount;
        srq = from.srq;
        qpNum = from.qpNum;
        urdma = from.urdma;
        urdmaOffer = from.urdmaOffer;
        urdmaTuning = from.urdmaTuning;
        keepAlive = from.keepAlive;
    }

    /**
     * Returns a copy of the application's bytes. They have no length on the wire: from a peer they
     * come with zeros behind what it sent.
     */
    public byte[] privateData() {
        return privateData.clone();
    }

    /**
     * Sets the application's bytes. {@link CmPortSpace#TCP}: 56 with a request, of which 32 beside
     * an offer of the URDMA profile; 196 with an answer, 172 beside an offer. {@link
     * CmPortSpace#UDP}: 180 and 136. With more than fit beside an offer, none is made.
     */
    public ConnParam privateData(byte[] bytes) {
        ConnParam copy = new ConnParam(this);
        copy.privateData = bytes.clone();
        return copy;
    }

    /** Returns how many READs and atomic operations this end answers at a time, 0 to 255. */
    public int responderResources() {
        return responderResources;
    }

    /** Sets {@link #responderResources()}; more than the device has are cut down to that. */
    public ConnParam responderResources(int value) {
        ConnParam copy = new ConnParam(this);
        copy.responderResources = check("responderResources", value, MAX_RESOURCES);
        return copy;
    }

    /** Returns how many READs and atomic operations this end has outstanding, 0 to 255. */
    public int initiatorDepth() {
        return initiatorDepth;
    }

    /** Sets {@link #initiatorDepth()}; more than both devices have are cut down to that. */
    public ConnParam initiatorDepth(int value) {
        ConnParam copy = new ConnParam(this);
        copy.initiatorDepth = check("initiatorDepth", value, MAX_RESOURCES);
        return copy;
    }

    /** Returns whether there is flow control by credits; software devices always have it. */
    public boolean flowControl() {
        return flowControl;
    }

    /** Sets {@link #flowControl()}. */
    public ConnParam flowControl(boolean value) {
        ConnParam copy = new ConnParam(this);
        copy.flowControl = value;
        return copy;
    }

    /** Returns the {@code retry_cnt} of both queue pairs, 0 to 7; the asking end says. */
    public int retryCount() {
        return retryCount;
    }

    /** Sets {@link #retryCount()}. */
    public ConnParam retryCount(int value) {
        ConnParam copy = new ConnParam(this);
        copy.retryCount = check("retryCount", value, MAX_RETRIES);
        return copy;
    }

    /** Returns the {@code rnr_retry} of the other end's queue pair, 0 to 7; 7 is without limit. */
    public int rnrRetryCount() {
        return rnrRetryCount;
    }

    /** Sets {@link #rnrRetryCount()}. */
    public ConnParam rnrRetryCount(int value) {
        ConnParam copy = new ConnParam(this);
        copy.rnrRetryCount = check("rnrRetryCount", value, MAX_RETRIES);
        return copy;
    }

    /** Returns whether the queue pair takes receives from a shared queue. */
    public boolean srq() {
        return srq;
    }

    /** Sets {@link #srq()}. */
    public ConnParam srq(boolean value) {
        ConnParam copy = new ConnParam(this);
        copy.srq = value;
        return copy;
    }

    /**
     * Returns the queue pair number: the peer's, or of an own one that {@link CmId} doesn't own.
     */
    public int qpNum() {
        return qpNum;
    }

    /** Sets {@link #qpNum()}, 24 bits; needed only without {@link CmId#createQp}. */
    public ConnParam qpNum(int value) {
        ConnParam copy = new ConnParam(this);
        copy.qpNum = check("qpNum", value, MAX_QPN);
        return copy;
    }

    /** Returns whether the URDMA profile is offered; from a peer, whether it offered it. */
    public boolean urdma() {
        return urdma;
    }

    /**
     * Sets {@link #urdma()}. Without, or if the peer or the device doesn't have it, it is standard
     * RoCE.
     */
    public ConnParam urdma(boolean value) {
        ConnParam copy = new ConnParam(this);
        copy.urdma = value;
        return copy;
    }

    /** Returns the offer; null for one that suits the link. */
    public UrdmaOffer urdmaOffer() {
        return urdmaOffer;
    }

    /** Sets {@link #urdmaOffer()}; the first sequence number of answers is drawn in any case. */
    public ConnParam urdmaOffer(UrdmaOffer offer) {
        ConnParam copy = new ConnParam(this);
        copy.urdmaOffer = offer;
        return copy;
    }

    /** Returns what tunes this end's URDMA profile; null for the defaults. */
    public UrdmaTuning urdmaTuning() {
        return urdmaTuning;
    }

    /**
     * Sets {@link #urdmaTuning()}. A device without the profile refuses what only that can do, as
     * several paths, with EOPNOTSUPP.
     */
    public ConnParam urdmaTuning(UrdmaTuning tuning) {
        ConnParam copy = new ConnParam(this);
        copy.urdmaTuning = tuning;
        return copy;
    }

    /** Returns when this end gives up a peer that is silent. */
    public KeepAlive keepAlive() {
        return keepAlive;
    }

    /**
     * Sets {@link #keepAlive()}, which holds for reliable connections of both profiles; by default
     * {@link KeepAlive#DEFAULT}. A peer that is given up ends the connection with {@link
     * CmEventType#DISCONNECTED}, whose status is -ETIMEDOUT.
     */
    public ConnParam keepAlive(KeepAlive value) {
        ConnParam copy = new ConnParam(this);
        copy.keepAlive = Objects.requireNonNull(value, "keepAlive");
        return copy;
    }

    private static int check(String name, int value, int max) {
        if (value < 0 || value > max) {
            throw new IllegalArgumentException(
                    "%s is %d, but must be 0 to %d".formatted(name, value, max));
        }
        return value;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ConnParam that
                && Arrays.equals(privateData, that.privateData)
                && responderResources == that.responderResources
                && initiatorDepth == that.initiatorDepth
                && flowControl == that.flowControl
                && retryCount == that.retryCount
                && rnrRetryCount == that.rnrRetryCount
                && srq == that.srq
                && qpNum == that.qpNum
                && urdma == that.urdma
                && Objects.equals(urdmaOffer, that.urdmaOffer)
                && Objects.equals(urdmaTuning, that.urdmaTuning)
                && keepAlive.equals(that.keepAlive);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(privateData);
    }

    @Override
    public String toString() {
        return ("ConnParam[privateData=%s, responderResources=%d, initiatorDepth=%d,"
                        + " flowControl=%b, retryCount=%d, rnrRetryCount=%d, srq=%b, qpNum=0x%06x,"
                        + " urdma=%b, urdmaOffer=%s, urdmaTuning=%s,"
                        + " keepAlive=%s]")
                .formatted(
                        HexFormat.of().formatHex(privateData),
                        responderResources,
                        initiatorDepth,
                        flowControl,
                        retryCount,
                        rnrRetryCount,
                        srq,
                        qpNum,
                        urdma,
                        urdmaOffer,
                        urdmaTuning,
                        keepAlive);
    }
}
