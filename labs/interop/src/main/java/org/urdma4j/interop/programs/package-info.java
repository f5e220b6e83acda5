/**
 * Programs of rdma-core and perftest in the guest, against ours of the same name, and our own two
 * ends through the router.
 */
package org.urdma4j.interop.programs;
