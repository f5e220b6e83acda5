/** Gateways at both ends of the path, between its devices and its link. */
package org.urdma4j.wan.gateway;
