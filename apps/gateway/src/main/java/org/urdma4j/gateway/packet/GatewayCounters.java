package org.urdma4j.gateway.packet;

import java.util.LinkedHashMap;
import java.util.Map;

/** What a gateway has counted since its start. Live; read by the thread that runs the gateway. */
public final class GatewayCounters {
    /** MARKs sent. */
    public long marks;

    /** STATUSes sent. */
    public long statuses;

    /** NACKs sent to hosts. */
    public long nacks;

    /** Copies sent again over the long link. */
    public long resent;

    /** Copies of the connection manager's datagrams sent over the long link. */
    public long datagramCopies;

    /** Copies that were not taken because the pool was full. */
    public long notCopied;

    /** Packets that a host sent again and that went no further, as nothing of them was missing. */
    public long filtered;

    /** Packets held behind a hole. */
    public long held;

    /** Packets dropped behind a hole, for which the pool had no room. */
    public long noRoom;

    /** Packets dropped that had come before. */
    public long duplicates;

    /** NAKs of a host that were answered here. */
    public long naksAnswered;

    /** Packets given to a host a second time from the backup. */
    public long releasedAgain;

    /** Holes given up. */
    public long givenUp;

    /** Packets dropped because of a wrong ICRC. */
    public long wrongIcrc;

    /** Messages of another gateway that were taken. */
    public long messages;

    /** Messages of another gateway that were damaged, or not understood. */
    public long badMessages;

    /** Messages of another version. */
    public long otherVersion;

    /** Messages with a code of another key, or with one where there is no key here. */
    public long otherKey;

    /** Messages without a code where there is a key here. */
    public long withoutKey;

    /** Messages with a right code that had come before, or were made here. */
    public long replayed;

    /** Messages with a right code that don't name this gateway as it is since its start. */
    public long unproven;

    /** HELLOs sent to who sent such. */
    public long hellos;

    /** Flows that found no room in the table, counted by packets. */
    public long withoutFlow;

    /** Parities sent over the long link. */
    public long repairs;

    /** Packets put together again from parities. */
    public long repaired;

    /** Packets put together from parities that were none, or had a wrong ICRC. */
    public long wronglyRepaired;

    /** RC packets that were too long for a parity to fit the link's MTU. */
    public long unprotected;

    /** Most bytes that were held behind holes at once. */
    public long reorderBytesMax;

    /** Most bytes that were kept after they had been forwarded to a host. */
    public long backupBytesMax;

    /** Most bytes of copies at once. */
    public long copyBytesMax;

    /** Returns what is counted now, which stays as it is. */
    public GatewayCounters snapshot() {
        GatewayCounters copy = new GatewayCounters();
        copy.marks = marks;
        copy.statuses = statuses;
        copy.nacks = nacks;
        copy.resent = resent;
        copy.datagramCopies = datagramCopies;
        copy.notCopied = notCopied;
        copy.filtered = filtered;
        copy.held = held;
        copy.noRoom = noRoom;
        copy.duplicates = duplicates;
        copy.naksAnswered = naksAnswered;
        copy.releasedAgain = releasedAgain;
        copy.givenUp = givenUp;
        copy.wrongIcrc = wrongIcrc;
        copy.messages = messages;
        copy.badMessages = badMessages;
        copy.otherVersion = otherVersion;
        copy.otherKey = otherKey;
        copy.withoutKey = withoutKey;
        copy.replayed = replayed;
        copy.unproven = unproven;
        copy.hellos = hellos;
        copy.withoutFlow = withoutFlow;
        copy.repairs = repairs;
        copy.repaired = repaired;
        copy.wronglyRepaired = wronglyRepaired;
        copy.unprotected = unprotected;
        copy.reorderBytesMax = reorderBytesMax;
        copy.backupBytesMax = backupBytesMax;
        copy.copyBytesMax = copyBytesMax;
        return copy;
    }

    /** Returns every count by its name in words with underscores, in the order above. */
    public Map<String, Long> byName() {
        Map<String, Long> counts = new LinkedHashMap<>();
        counts.put("marks", marks);
        counts.put("statuses", statuses);
        counts.put("nacks", nacks);
        counts.put("resent", resent);
        counts.put("datagram_copies", datagramCopies);
        counts.put("not_copied", notCopied);
        counts.put("filtered", filtered);
        counts.put("held", held);
        counts.put("no_room", noRoom);
        counts.put("duplicates", duplicates);
        counts.put("naks_answered", naksAnswered);
        counts.put("released_again", releasedAgain);
        counts.put("given_up", givenUp);
        counts.put("wrong_icrc", wrongIcrc);
        counts.put("messages", messages);
        counts.put("bad_messages", badMessages);
        counts.put("other_version", otherVersion);
        counts.put("other_key", otherKey);
        counts.put("without_key", withoutKey);
        counts.put("replayed", replayed);
        counts.put("unproven", unproven);
        counts.put("hellos", hellos);
        counts.put("without_flow", withoutFlow);
        counts.put("repairs", repairs);
        counts.put("repaired", repaired);
        counts.put("wrongly_repaired", wronglyRepaired);
        counts.put("unprotected", unprotected);
        counts.put("reorder_bytes_max", reorderBytesMax);
        counts.put("backup_bytes_max", backupBytesMax);
        counts.put("copy_bytes_max", copyBytesMax);
        return counts;
    }
}
