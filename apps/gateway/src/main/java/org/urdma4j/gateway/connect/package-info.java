/** What the messages of the connection manager tell of flows. */
package org.urdma4j.gateway.connect;
