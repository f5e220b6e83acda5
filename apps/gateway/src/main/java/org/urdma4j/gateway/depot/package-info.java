/**
 * The Depot: at the receiver's end of the long link, it puts packets in order and tells of holes.
 */
package org.urdma4j.gateway.depot;
