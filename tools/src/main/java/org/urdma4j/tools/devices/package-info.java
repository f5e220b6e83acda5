/** {@code urdma devices}: what the devices of this machine are and can do. */
package org.urdma4j.tools.devices;
