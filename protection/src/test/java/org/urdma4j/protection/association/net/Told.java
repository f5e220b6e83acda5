package org.urdma4j.protection.association.net;

import org.urdma4j.protection.association.AssociationInfo;
import org.urdma4j.protection.association.AssociationListener;
import org.urdma4j.protection.association.tls.SecretKeys;
import org.urdma4j.protection.key.Secret;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Remembers all that a device is told. */
final class Told implements AssociationListener {
    private static final int PATIENCE_SECONDS = 60;

    final List<AssociationInfo> established = new CopyOnWriteArrayList<>();
    final Map<Integer, String> keys = new ConcurrentHashMap<>();
    final List<String> hex = new CopyOnWriteArrayList<>();
    final List<String> all = new CopyOnWriteArrayList<>();
    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();

    private void note(String event) {
        all.add(event);
        events.add(event);
    }

    private void key(int generation, Secret secret) {
        keys.put(generation, SecretKeys.key(secret));
        hex.add(secret.hex());
    }

    /** Waits for an event that begins so, and passes over others. */
    String await(String start) throws InterruptedException {
        List<String> others = new ArrayList<>();
        while (true) {
            String next = events.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
            if (next == null) {
                throw new AssertionError("no " + start + " after " + others);
            }
            if (next.startsWith(start)) {
                return next;
            }
            others.add(next);
        }
    }

    @Override
    public void established(AssociationInfo info) {
        key(0, info.secret());
        established.add(info);
        note("established " + info);
    }

    @Override
    public void renewed(AssociationInfo info, int generation, Secret secret) {
        key(generation, secret);
        note("renewed " + generation + " " + secret);
    }

    @Override
    public void maySeal(AssociationInfo info, int generation) {
        note("seal " + generation);
    }

    @Override
    public void retired(AssociationInfo info, int generation) {
        note("retired " + generation);
    }

    @Override
    public void failed(InetAddress peer, String why) {
        note("failed " + peer.getHostAddress() + " " + why);
    }

    @Override
    public void ended(AssociationInfo info, String why) {
        note("ended " + why);
    }
}
