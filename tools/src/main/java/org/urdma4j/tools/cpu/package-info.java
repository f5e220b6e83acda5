/** {@code urdma cpu}: how busy the whole machine is. */
package org.urdma4j.tools.cpu;
