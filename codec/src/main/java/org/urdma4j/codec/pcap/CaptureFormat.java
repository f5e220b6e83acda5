package org.urdma4j.codec.pcap;

/** What turns the bytes behind a file's magic number into records. */
sealed interface CaptureFormat permits PcapFormat, PcapngFormat {
    /** The largest snapshot length of libpcap; a longer record is taken for damage. */
    int MAX_CAPTURED = 256 * 1024;

    /** Returns the next record, or null at the proper end of the file. */
    CaptureRecord next() throws CaptureException;
}
