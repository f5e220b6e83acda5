/**
 * What runs the lab on this machine: two network namespaces, the emulated path between them, the
 * two ends of each flow as processes, and that nothing of it is left behind. Linux, root, iproute2.
 */
package org.urdma4j.lab.host;
