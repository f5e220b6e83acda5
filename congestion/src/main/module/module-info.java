/** Congestion control, without I/O, threads or clocks. */
module org.urdma4j.congestion {
    exports org.urdma4j.congestion;
    exports org.urdma4j.congestion.lossyield;
    exports org.urdma4j.congestion.rival;
}
