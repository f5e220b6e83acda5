package org.urdma4j.wan.shuttle;

/** What both directions have done so far. */
public record ShuttleReport(DirectionReport there, DirectionReport back) {}
