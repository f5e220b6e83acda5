/** What several tests of this module use. */
package org.urdma4j.protection.testing;
