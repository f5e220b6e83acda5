/**
 * Gateways at both ends of a long, lossy link that recover its losses for RoCEv2 endpoints which
 * know go-back-N alone, after the paper on LR2. The endpoints are not touched. Pure, as the
 * transport engine is: packets are handles, storage and time are passed in. The rules are in {@code
 * docs/lr2.md}.
 */
package org.urdma4j.gateway;
