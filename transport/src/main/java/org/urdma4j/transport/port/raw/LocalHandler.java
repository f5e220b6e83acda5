package org.urdma4j.transport.port.raw;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;

import org.urdma4j.transport.port.frame.FrameRoute;
import org.urdma4j.transport.port.pipeline.OutboundRun;

/**
 * Leads what goes to this machine's own addresses to the loopback interface: no cable would bring
 * it back. Confined to the event loop.
 */
final class LocalHandler extends ChannelOutboundHandlerAdapter {
    private final Channel loopback;

    LocalHandler(Channel loopback) {
        this.loopback = loopback;
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        if (((OutboundRun) message).batch().route() instanceof FrameRoute route
                && route.isLocal()) {
            var _ =
                    loopback.writeAndFlush(message)
                            .addListener(done -> {
                                if (done.isSuccess()) {
                                    promise.setSuccess();
                                } else {
                                    promise.setFailure(done.cause());
                                }
                            });
        } else {
            var _ = context.write(message, promise);
        }
    }
}
