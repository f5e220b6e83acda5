/**
 * RoCE over a lossless Ethernet fabric in virtual time: the situations for which priority-based
 * flow control is known, the real engine at all ends. A run belongs to one thread.
 */
package org.urdma4j.measure.roce;
