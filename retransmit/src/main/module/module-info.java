/** Retransmission timers and selective acknowledgement, without I/O, threads or clocks. */
module org.urdma4j.retransmit {
    exports org.urdma4j.retransmit;
    exports org.urdma4j.retransmit.sack;
}
