/**
 * A long, lossy path for tests of applications, with neither root nor sockets: {@code
 * EmulatedPath}, an annotation of JUnit Jupiter, gives a test two devices in memory ({@code
 * PathEnds}) whose packets take the emulated path in wall-clock time, as {@code ./urdma wan} has
 * it, and which may change, go dark and lose an end while the test runs. Called by JUnit and by
 * tests, on any thread; packets cross on the event loop of the device that they go to.
 */
package org.urdma4j.testing;
