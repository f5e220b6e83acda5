/**
 * What a flow does about others that don't go by queues as {@link org.urdma4j.congestion.Rrcc}
 * does: give way to everybody, or keep its share. Controllers here hold one of that class and
 * decide around it.
 */
package org.urdma4j.congestion.rival;
