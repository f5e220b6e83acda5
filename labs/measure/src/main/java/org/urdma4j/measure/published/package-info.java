/**
 * Tests that others have published with their figures, played by flows of ours: the downloads of
 * draft-huitema-ccwg-c4-test.
 */
package org.urdma4j.measure.published;
