package org.urdma4j.tools.pcap;

import org.urdma4j.codec.urdma.SealedPacket;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What was found in one file, counted up while it is read. */
final class CaptureSummary {
    private static final int MAX_SHOWN = 10;

    private final String file;
    private final Map<Verdict, Long> byVerdict = new EnumMap<>(Verdict.class);
    private final long[] byOpcode = new long[256];
    private final List<Long> firstWrong = new ArrayList<>();
    private final Map<Integer, Long> byUnknownLink = new LinkedHashMap<>();
    private final List<Long> firstMisshapen = new ArrayList<>();
    private long misshapen;
    private long others;
    private String problem;

    CaptureSummary(String file) {
        this.file = file;
    }

    void add(Verdict verdict) {
        byVerdict.merge(verdict, 1L, Long::sum);
    }

    /** Notes which packet of the file has a wrong ICRC, counted from 1 as Wireshark does. */
    void addWrong(long number) {
        if (firstWrong.size() < MAX_SHOWN) {
            firstWrong.add(number);
        }
    }

    /** Notes a sealed packet whose ICRC is right, and whose length is wrong. */
    void addMisshapen(long number) {
        misshapen++;
        if (firstMisshapen.size() < MAX_SHOWN) {
            firstMisshapen.add(number);
        }
    }

    void addOpcode(int opcode) {
        byOpcode[opcode]++;
    }

    void addOther() {
        others++;
    }

    /** A packet whose link layer can't be looked into is one of the others, too. */
    void addUnknownLink(int linkType) {
        others++;
        byUnknownLink.merge(linkType, 1L, Long::sum);
    }

    void problem(String message) {
        problem = message;
    }

    String file() {
        return file;
    }

    /** Packets that are RoCE. */
    long packets() {
        return byVerdict.values().stream().mapToLong(Long::longValue).sum();
    }

    long others() {
        return others;
    }

    long count(Verdict verdict) {
        return byVerdict.getOrDefault(verdict, 0L);
    }

    long unchecked() {
        return packets() - count(Verdict.RIGHT) - count(Verdict.WRONG);
    }

    /** Numbers of the first packets whose ICRC is wrong. */
    List<Long> firstWrong() {
        return firstWrong;
    }

    /** Sealed packets of a length that none has. */
    long misshapen() {
        return misshapen;
    }

    /** Numbers of the first of them. */
    List<Long> firstMisshapen() {
        return firstMisshapen;
    }

    /** Names of the opcodes that occur, in the order of their numbers. */
    Map<String, Long> opcodes() {
        Map<String, Long> opcodes = new LinkedHashMap<>();
        for (int opcode = 0; opcode < byOpcode.length; opcode++) {
            if (byOpcode[opcode] > 0) {
                opcodes.put(SealedPacket.name(opcode), byOpcode[opcode]);
            }
        }
        return opcodes;
    }

    /** Packets by LINKTYPE_ number, of those numbers that mean nothing here. */
    Map<Integer, Long> unknownLinks() {
        return byUnknownLink;
    }

    /** Why the file could not be read, or not to its end. */
    Optional<String> problem() {
        return Optional.ofNullable(problem);
    }

    /** Whether anything was read; an empty capture is worth showing, too. */
    boolean isWorthShowing() {
        return problem == null || packets() + others > 0;
    }

    boolean isFine() {
        return problem == null && count(Verdict.WRONG) == 0 && misshapen == 0;
    }
}
