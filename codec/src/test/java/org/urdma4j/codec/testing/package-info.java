/** What several of the codec's tests share: sample packets and capture files. */
package org.urdma4j.codec.testing;
