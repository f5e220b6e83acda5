package org.urdma4j.tools.wan.shuttle;

/** What both directions have done so far. */
public record ShuttleReport(DirectionReport there, DirectionReport back) {}
