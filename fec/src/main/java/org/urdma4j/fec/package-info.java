/**
 * P-FEC: packet-level forward error correction by XOR (China Mobile, ZTE Technology Journal 30(6),
 * 2024, section 2.2.3), with a second scheme in two dimensions. Groups of consecutive packets get
 * repair packets; encoder and decoder XOR each packet as it passes and keep none. Pure computation
 * on memory that is passed in: no clock, thread, socket or random source. Called by the transport
 * engine, confined to the event loop that owns the queue pair. See {@code docs/fec.md}.
 */
package org.urdma4j.fec;
