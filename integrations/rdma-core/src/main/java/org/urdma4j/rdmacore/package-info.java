/**
 * A provider of the verbs over rdma-core: devices of libibverbs, called by the foreign-function API
 * of the JDK.
 *
 * <p>{@link org.urdma4j.rdmacore.Struct}s say where the fields of libibverbs' structures are,
 * {@link org.urdma4j.rdmacore.Libibverbs} has its functions, and an object of each class of the
 * verbs API holds the pointer to one of libibverbs'. Calls that create, change or destroy something
 * take the lock of their context; posting and polling only one of the queue.
 */
package org.urdma4j.rdmacore;
