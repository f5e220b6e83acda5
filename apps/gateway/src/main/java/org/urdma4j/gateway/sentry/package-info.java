/** The Sentry: at the sender's end of the long link, it has holes filled. */
package org.urdma4j.gateway.sentry;
