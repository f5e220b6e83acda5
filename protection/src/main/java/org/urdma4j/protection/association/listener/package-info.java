/**
 * Where those who want to agree on keys come in: a TCP port of the device's own, one that others
 * use as well, or nowhere; and the connections, whatever they are made of.
 */
package org.urdma4j.protection.association.listener;
