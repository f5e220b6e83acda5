/** What carries RDMA, as all commands that open a device let it be chosen. */
package org.urdma4j.tools.backend;
