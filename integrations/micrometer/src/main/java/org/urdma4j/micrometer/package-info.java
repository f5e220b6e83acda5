/**
 * What devices and queue pairs count, as meters of Micrometer. Needs nothing but the verbs API and
 * Micrometer. Any thread may call.
 */
package org.urdma4j.micrometer;
