/**
 * The side that asks: {@link org.urdma4j.copy.client.CopyClient} holds connections to a server,
 * {@link org.urdma4j.copy.client.PushRun} and {@link org.urdma4j.copy.client.PullRun} are what is
 * done over them, {@link org.urdma4j.copy.client.Tally} counts.
 */
package org.urdma4j.copy.client;
