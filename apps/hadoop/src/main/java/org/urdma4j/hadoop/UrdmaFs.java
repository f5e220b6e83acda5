package org.urdma4j.hadoop;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.DelegateToFileSystem;
import org.urdma4j.copy.rdma.CopyDevice;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;

/**
 * The same file system for Hadoop's {@code FileContext}; {@code fs.AbstractFileSystem.urdma.impl}.
 */
public final class UrdmaFs extends DelegateToFileSystem {
    /**
     * Called by Hadoop.
     *
     * @throws IOException as {@link UrdmaFileSystem#initialize}
     */
    public UrdmaFs(URI uri, Configuration conf) throws IOException, URISyntaxException {
        super(uri, new UrdmaFileSystem(), conf, UrdmaFileSystem.SCHEME, false);
    }

    @Override
    public int getUriDefaultPort() {
        return CopyDevice.PORT;
    }
}
