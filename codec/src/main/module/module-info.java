/** Packets of InfiniBand, RoCE and URDMA as bytes. */
module org.urdma4j.codec {
    exports org.urdma4j.codec.cm;
    exports org.urdma4j.codec.ib;
    exports org.urdma4j.codec.icrc;
    exports org.urdma4j.codec.mad;
    exports org.urdma4j.codec.net;
    exports org.urdma4j.codec.pcap;
    exports org.urdma4j.codec.urdma;
}
