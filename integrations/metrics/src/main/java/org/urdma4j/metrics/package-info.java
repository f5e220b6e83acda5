/**
 * What devices count, for monitoring systems that ask by HTTP: Prometheus' text format, version
 * 0.0.4, and those that read it. Needs nothing but the verbs API and the JDK. Any thread may call.
 */
package org.urdma4j.metrics;
