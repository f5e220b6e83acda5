-- SPDX-License-Identifier: Apache-2.0
-- Dissects packets of the URDMA profile (docs/wire-urdma.md) over RoCEv1 and RoCEv2, and the
-- offers by which the connection manager agrees on it. Wireshark and tshark 3.4 or newer:
--     tshark -X lua_script:urdma.lua -r FILE
-- Wireshark's own dissector finds the packet and reads the BTH; this one runs after it.

local urdma = Proto("urdma", "URDMA")

local AUTO, OFF, ON = 0, 1, 2
urdma.prefs.fec = Pref.enum(
    "Forward error correction", AUTO,
    "Whether data packets carry an FEC word. Automatic: as offers and packets tell.",
    {{1, "automatic", AUTO}, {2, "off", OFF}, {3, "on", ON}}, false)
urdma.prefs.paths = Pref.enum(
    "Several paths", AUTO,
    "Whether data and repair packets carry a path word. Automatic: as offers and packets tell.",
    {{1, "automatic", AUTO}, {2, "off", OFF}, {3, "on", ON}}, false)

local bxor = (bit and bit.bxor) or (bit32 and bit32.bxor)
    or load("return function(a, b) return a ~ b end")()

-- The Proto's fields, by what follows "urdma." ------------------------------------------------

local fields = {}

local function field(kind, name, title, base, strings, mask)
    fields[name] = ProtoField[kind]("urdma." .. name, title, base, strings, mask)
end

local OPCODES = {
    [0xc0] = "SEND_FIRST", [0xc1] = "SEND_MIDDLE", [0xc2] = "SEND_LAST",
    [0xc3] = "SEND_LAST_WITH_IMMEDIATE", [0xc4] = "SEND_ONLY",
    [0xc5] = "SEND_ONLY_WITH_IMMEDIATE", [0xc6] = "WRITE_FIRST", [0xc7] = "WRITE_MIDDLE",
    [0xc8] = "WRITE_LAST", [0xc9] = "WRITE_LAST_WITH_IMMEDIATE", [0xca] = "WRITE_ONLY",
    [0xcb] = "WRITE_ONLY_WITH_IMMEDIATE", [0xcc] = "READ_REQUEST",
    [0xcd] = "READ_RESPONSE_FIRST", [0xce] = "READ_RESPONSE_MIDDLE",
    [0xcf] = "READ_RESPONSE_LAST", [0xd0] = "READ_RESPONSE_ONLY", [0xd1] = "ACKNOWLEDGE",
    [0xd2] = "ATOMIC_ACKNOWLEDGE", [0xd3] = "COMPARE_SWAP", [0xd4] = "FETCH_ADD",
    [0xd6] = "SEND_LAST_WITH_INVALIDATE", [0xd7] = "SEND_ONLY_WITH_INVALIDATE",
    [0xd8] = "REPAIR_REQUESTS", [0xd9] = "REPAIR_ANSWERS", [0xda] = "REPORT_REQUESTS",
    [0xdb] = "REPORT_ANSWERS", [0xdc] = "PROBE", [0xdd] = "PATHS",
    [0xde] = "GRANT", [0xdf] = "REPORT_PATHS",
}
local SEALED, SEALED_DATAGRAM, SEALED_CELL = 0xe0, 0xe1, 0xe2
OPCODES[SEALED], OPCODES[SEALED_DATAGRAM] = "SEALED", "SEALED_DATAGRAM"
OPCODES[SEALED_CELL] = "SEALED_CELL"
local SCHEMES = {[0] = "none", [1] = "interleaved XOR", [2] = "two dimensions"}
local PROBES = {
    [0] = "path MTU probe", [1] = "answer to a path MTU probe",
    [2] = "address challenge", [3] = "answer to an address challenge",
}
local GRANTS = {[0] = "demand", [1] = "grant", [2] = "return"}
local SPACES = {[0] = "requests", [1] = "answers"}
local ENTRIES = {[0] = "range", [1] = "bitmap"}

field("uint8", "opcode", "Opcode", base.HEX, OPCODES)
field("uint8", "solicited", "Solicited event", base.DEC, nil, 0x80)
field("uint8", "retransmission", "Retransmission", base.DEC, nil, 0x40)
field("uint8", "pad_count", "Pad count", base.DEC, nil, 0x30)
field("uint8", "version", "Transport version", base.DEC, nil, 0x0f)
field("uint16", "pkey", "P_Key", base.HEX)
field("uint8", "fecn", "Forward congestion notification", base.DEC, nil, 0x80)
field("uint8", "becn", "Backward congestion notification", base.DEC, nil, 0x40)
field("uint8", "t1_field", "T1 field: 0x20 and words to T1", base.HEX, nil, 0x3f)
field("uint24", "destqp", "Destination queue pair", base.HEX)
field("uint8", "ack_request", "Acknowledge request", base.DEC, nil, 0x80)
field("uint8", "tr_field", "Tr field: 0x40, 0x20 for a piece, and words to Tr", base.HEX, nil, 0x7f)
field("uint24", "psn", "Packet sequence number", base.DEC)
field("uint8", "space", "Sequence space", base.DEC, SPACES)
field("uint64", "va", "Virtual address", base.HEX)
field("uint32", "rkey", "R_Key", base.HEX)
field("uint32", "length", "Bytes to read", base.DEC)
field("uint32", "to_end", "Bytes to the end of the message", base.DEC)
field("uint64", "swap_add", "Swap or add", base.HEX)
field("uint64", "compare", "Compare", base.HEX)
field("uint32", "rmsn", "Receive message sequence number", base.DEC)
field("uint32", "request", "Request number", base.DEC)
field("uint32", "offset", "Offset in the message", base.DEC)
field("uint32", "reserved", "Reserved", base.HEX)
field("uint32", "immediate", "Immediate data", base.HEX)
field("uint32", "invalidate_rkey", "R_Key to invalidate", base.HEX)
field("uint64", "original", "Original remote data", base.HEX)
field("uint32", "tag", "Verification tag", base.HEX)
field("uint32", "t1", "T1, sender's clock (128 ns)", base.DEC)
field("int32", "tr", "Tr, delay to the sender (128 ns)", base.DEC)
field("uint8", "path", "Path", base.DEC)
field("uint24", "ppn", "Packet number on its path", base.DEC)
field("uint16", "fec.index", "Index in the FEC group", base.DEC)
field("uint8", "fec.r", "Repair packets of the group", base.DEC)
field("uint8", "fec.scheme", "FEC scheme", base.DEC, SCHEMES)
field("uint32", "fec.filler", "Filler", base.HEX)
field("uint16", "piece.at", "Piece of a packet, from byte", base.DEC)
field("uint16", "piece.whole", "Payload of the whole packet", base.DEC)
field("bytes", "payload", "Payload", base.NONE)
field("bytes", "pad", "Pad", base.NONE)
field("uint32", "icrc", "ICRC", base.HEX)
field("uint64", "sealed.number", "Packet number", base.DEC)
field("uint8", "sealed.generation", "Generation of keys", base.DEC)
field("uint32", "sealed.association", "Receiver's number of the association", base.HEX)
field("bytes", "sealed.data", "Sealed data", base.NONE)
field("bytes", "sealed.tag", "Tag", base.NONE)
field("uint8", "syndrome", "Syndrome", base.HEX)
field("uint24", "msn", "Message sequence number", base.DEC)
field("uint32", "t3", "T3, receiver's clock (128 ns)", base.DEC)
field("int32", "ts", "Ts, delay to the receiver (128 ns)", base.DEC)
field("uint24", "echo.psn", "PSN of the packet it is about", base.DEC)
field("uint32", "echo.t1", "T1 of that packet", base.DEC)
field("uint32", "ack.rmsn", "RMSN that an RNR NAK holds back", base.DEC)
field("uint32", "report.number", "Report number", base.DEC)
field("uint24", "report.cumulative", "Cumulative PSN", base.DEC)
field("uint24", "report.highest", "Highest PSN seen, plus one", base.DEC)
field("uint32", "report.packets", "Packets received", base.DEC)
field("uint64", "report.bytes", "Bytes received", base.DEC)
field("uint32", "report.missing", "Missing, before FEC repair", base.DEC)
field("uint32", "report.repaired", "Repaired by FEC", base.DEC)
field("uint32", "report.marked", "Congestion-marked", base.DEC)
field("uint32", "report.duplicates", "Duplicates", base.DEC)
field("uint32", "report.receive_limit", "Receive limit", base.DEC)
field("uint8", "report.part", "Part", base.DEC)
field("uint8", "report.parts", "Parts; 0: more follow", base.DEC)
field("uint16", "report.entries", "Entries", base.DEC)
field("uint8", "report.entry.kind", "Kind", base.DEC, ENTRIES)
field("uint24", "report.entry.first", "First PSN", base.DEC)
field("uint32", "report.entry.count", "PSNs of a range, words of a bitmap", base.DEC)
field("uint32", "report.entry.word", "Bitmap", base.HEX)
field("uint8", "repair.index", "Index in r", base.DEC)
field("uint8", "repair.r", "Repair packets of the group", base.DEC)
field("uint16", "repair.members", "Members of the group", base.DEC)
field("uint8", "repair.scheme", "FEC scheme", base.DEC, SCHEMES)
field("uint8", "repair.opcode", "XOR of opcodes", base.HEX)
field("uint8", "repair.solicited", "XOR of solicited bits", base.DEC, nil, 0x80)
field("uint8", "repair.pad_count", "XOR of pad counts", base.DEC, nil, 0x30)
field("uint16", "repair.length", "XOR of coded lengths", base.DEC)
field("bytes", "repair.coded", "XOR of coded bytes", base.NONE)
field("uint8", "probe.kind", "Kind", base.DEC, PROBES)
field("uint24", "probe.reserved", "Reserved", base.HEX)
field("uint64", "probe.nonce", "Nonce", base.HEX)
field("uint32", "probe.size", "Size, BTH to ICRC", base.DEC)
field("bytes", "probe.fill", "Fill", base.NONE)
field("uint8", "paths.count", "Addresses", base.DEC)
field("uint8", "paths.number", "Number of this list", base.DEC)
field("uint8", "paths.seen", "The receiver's list that was taken", base.DEC)
field("uint8", "paths.asks", "Asks for the receiver's list", base.DEC, nil, 0x80)
field("uint8", "paths.reserved", "Reserved", base.HEX, nil, 0x7f)
field("ipv6", "paths.gid", "GID")
field("uint16", "paths.port", "UDP port", base.DEC)
field("uint8", "paths.rail", "Rail", base.DEC)
field("uint8", "paths.flags", "Flags", base.HEX)
field("uint8", "paths.backup", "Backup", base.DEC, nil, 0x01)
field("uint8", "path_report.path", "Path", base.DEC)
field("uint8", "path_report.entries", "Entries", base.DEC)
field("uint16", "path_report.reserved", "Reserved", base.HEX)
field("uint32", "path_report.cumulative", "Cumulative PPN", base.DEC)
field("uint32", "path_report.highest", "Highest PPN seen, plus one", base.DEC)
field("uint32", "path_report.t1", "Newest T1 (128 ns)", base.DEC)
field("int32", "path_report.ts", "Ts of that packet (128 ns)", base.DEC)
field("uint32", "path_report.packets", "Packets received", base.DEC)
field("uint64", "path_report.bytes", "Bytes received", base.DEC)
field("uint32", "path_report.missing", "Missing", base.DEC)
field("uint32", "path_report.marked", "Congestion-marked", base.DEC)
field("uint8", "grant.kind", "Kind", base.DEC, GRANTS)
field("uint24", "grant.reserved", "Reserved", base.HEX)
field("uint64", "grant.bytes", "Bytes since the beginning", base.DEC)
field("int64", "grant.lost", "Bytes of these that are lost", base.DEC)
field("uint16", "offer.magic", "Magic", base.HEX)
field("uint8", "offer.version", "Version", base.DEC)
field("uint8", "offer.fec_groups", "FEC groups", base.DEC)
field("uint16", "offer.features", "Features", base.HEX)
field("uint16", "offer.fec_xor", "Interleaved XOR", base.DEC, nil, 0x0001)
field("uint16", "offer.fec_2d", "Two dimensions", base.DEC, nil, 0x0002)
field("uint16", "offer.relaxed_order", "Relaxed order", base.DEC, nil, 0x0004)
field("uint16", "offer.marks_seen", "Sees congestion marks", base.DEC, nil, 0x0008)
field("uint16", "offer.paths", "Several paths", base.DEC, nil, 0x0010)
field("uint16", "offer.grants", "Grants", base.DEC, nil, 0x0020)
field("uint16", "offer.payload", "Payload size", base.DEC)
field("uint16", "offer.sack_packets", "SACK packets", base.DEC)
field("uint16", "offer.sack_interval", "SACK interval (us)", base.DEC)
field("uint32", "offer.tag", "Verification tag", base.HEX)
field("uint24", "offer.response_psn", "Response start PSN", base.DEC)
field("uint16", "offer.receive_limit", "Receive limit", base.DEC)
field("uint24", "offer.rate", "Reference rate (Mbit/s)", base.DEC)
field("uint8", "offer.reserved", "Reserved", base.HEX)
field("uint16", "offer.check", "Check", base.HEX)

for _, one in pairs(fields) do
    table.insert(urdma.fields, one)
end

local malformed = ProtoExpert.new(
    "urdma.malformed", "Malformed", expert.group.MALFORMED, expert.severity.ERROR)
urdma.experts = {malformed}

local bth_opcode = Field.new("infiniband.bth.opcode")

-- What each opcode has, from the table "URDMA opcodes" ----------------------------------------

local REPAIR_REQUESTS, REPAIR_ANSWERS = 0xd8, 0xd9
local REPORT_REQUESTS, REPORT_ANSWERS = 0xda, 0xdb
local ACKNOWLEDGE, ATOMIC_ACKNOWLEDGE, PROBE, READ_REQUEST = 0xd1, 0xd2, 0xdc, 0xcc
local PATHS, GRANT, REPORT_PATHS = 0xdd, 0xde, 0xdf
-- BODY: behind the BTH and the verification tag.
local BTH, BODY, ICRC = 12, 16, 4
local OFFER = 24

local function is_send(op) return op <= 0xc5 or op == 0xd6 or op == 0xd7 end
local function is_write(op) return op >= 0xc6 and op <= 0xcb end
local function is_response(op) return op >= 0xcd and op <= 0xd0 end
local function is_atomic(op) return op == 0xd3 or op == 0xd4 end
local function has_immediate(op) return op == 0xc3 or op == 0xc5 or op == 0xc9 or op == 0xcb end
local function has_invalidate(op) return op == 0xd6 or op == 0xd7 end
local function is_data(op) return is_send(op) or is_write(op) or is_response(op) end
local function is_repair(op) return op == REPAIR_REQUESTS or op == REPAIR_ANSWERS end
local function is_report(op) return op == REPORT_REQUESTS or op == REPORT_ANSWERS end
local function is_placed(op)
    return is_data(op) or is_atomic(op) or op == READ_REQUEST or op == ATOMIC_ACKNOWLEDGE
end
local function may_have_path(op) return is_placed(op) or is_repair(op) end
local function has_space(op) return op < PROBE end

local ENDS = {[0xc2] = true, [0xc3] = true, [0xc4] = true, [0xc5] = true, [0xc8] = true,
    [0xc9] = true, [0xca] = true, [0xcb] = true, [0xcf] = true, [0xd0] = true,
    [0xd6] = true, [0xd7] = true}

local function in_answers(op)
    return is_response(op) or op == ATOMIC_ACKNOWLEDGE
        or op == REPAIR_ANSWERS or op == REPORT_ANSWERS
end

local function plain_header(op)
    if is_data(op) then
        return (has_immediate(op) or has_invalidate(op)) and 44 or 40
    end
    if is_repair(op) then return 28 end
    if is_report(op) then return 84 end
    if is_atomic(op) then return 56 end
    return ({[READ_REQUEST] = 44, [ACKNOWLEDGE] = 40, [ATOMIC_ACKNOWLEDGE] = 48, [PROBE] = 32,
        [PATHS] = 28, [GRANT] = 44, [REPORT_PATHS] = 20})[op]
end

local function header(op, fec, paths)
    return ((fec and is_data(op)) and 48 or plain_header(op))
        + ((paths and may_have_path(op)) and 4 or 0)
end

-- Where the path word stands: behind Tr, in repair packets behind T1.
local function path_word(op) return is_repair(op) and BODY + 8 or plain_header(op) end

-- Are there an FEC word and a path word? --------------------------------------------------------

-- By destination address and queue pair: how sure it is that its packets have the one and the other
-- word, from -SURE to SURE. One damaged packet turns nothing round.
local SURE = 8
local known = {}
-- By address and communication ID of who asks: the offer of a REQ.
local requests = {}
-- By frame, what was decided when it was read first, so that filters agree with what is shown.
local decided = {}

function urdma.init()
    known, requests, decided = {}, {}, {}
end

local function end_of_path(address, qp) return tostring(address) .. "/" .. qp end

local function votes(path)
    known[path] = known[path] or {fec = 0, paths = 0, word = nil}
    return known[path]
end

-- Whole packets of 2^k bytes of payload are no coincidence; others are told by the word itself.
local function usual(payload)
    return payload == 256 or payload == 512 or payload == 1024 or payload == 2048
        or payload == 4096
end

-- A packet that had become too long for its path is sent again in pieces.
local function is_piece(op, tvb, at)
    return is_data(op) and tvb(at + 8, 1):bitfield(1, 2) == 3
end

-- The bytes behind the headers of a packet that says how many there are, or nil.
local function behind_headers(op, tvb, at, len)
    if is_repair(op) then
        -- A group of one has a copy of its member, whose coded length is there as it is.
        if tvb(at + 18, 2):uint() ~= 1 then return nil end
        for moved = 0, 4, 4 do
            local coded = len - 28 - moved
            if coded >= 0 and tvb(at + 26 + moved, 2):uint() == coded then return coded end
        end
        return nil
    end
    if not is_data(op) then return 0 end
    if not ENDS[op] or is_piece(op, tvb, at) then return nil end
    local to_end = is_write(op) and tvb(at + 28, 4):uint() or tvb(at + 24, 4):uint()
    return to_end + tvb(at + 1, 1):bitfield(2, 2)
end

-- Of the layouts that a length fits: 1 with FEC word, -1 without, 0 both or none; the same of the
-- path word; whether there is one of the two and it isn't told which.
local function fitting(op, tvb, at, len)
    local behind = behind_headers(op, tvb, at, len)
    local with, without = {fec = 0, paths = 0}, {fec = 0, paths = 0}
    for _, fec in ipairs(is_data(op) and {false, true} or {false}) do
        for _, paths in ipairs({false, true}) do
            if behind and len - header(op, fec, paths) == behind then
                local one, other = fec and with or without, paths and with or without
                one.fec, other.paths = one.fec + 1, other.paths + 1
            end
        end
    end
    local function vote(name)
        return math.min(1, with[name]) - math.min(1, without[name])
    end
    local either = with.fec == 1 and without.fec == 1
    return is_data(op) and vote("fec") or 0, vote("paths"), either
end

-- Whether an FEC word seems to stand where it would: of a group or, if not only that is asked for,
-- of a packet sent again.
local function may_be_fec(op, tvb, at, len, paths, only_group)
    if not is_data(op) or len < header(op, true, paths) then return false end
    local word = at + plain_header(op) + (paths and 4 or 0)
    if plain_header(op) == 40 and tvb(word + 4, 4):uint() ~= 0 then return false end
    local r, scheme = tvb(word + 2, 1):uint(), tvb(word + 3, 1):uint()
    local grouped = (scheme == 1 or scheme == 2) and r > 0
    return grouped or (not only_group and tvb(word, 4):uint() == 0)
end

-- What words a packet seems to have.
local function looks(op, tvb, at, len, either)
    if either then
        local fec = may_be_fec(op, tvb, at, len, false, false)
        return fec, not fec
    end
    for _, fec in ipairs({false, true}) do
        for _, paths in ipairs({false, true}) do
            if usual(len - header(op, fec, paths))
                and (not fec or may_be_fec(op, tvb, at, len, paths, false)) then
                return fec, paths
            end
        end
    end
    for _, paths in ipairs({false, true}) do
        if may_be_fec(op, tvb, at, len, paths, true) then return true, paths end
    end
    return false, false
end

local function decide(before, vote, look)
    if math.abs(before) > 1 or (before ~= 0 and vote == 0) then return before > 0 end
    if vote == 0 then return look end
    return vote > 0
end

local function clamp(value) return math.max(-SURE, math.min(SURE, value)) end

-- Returns whether a packet has an FEC word, and whether it has a path word, as it seems.
local function guess_words(op, tvb, at, len, pinfo)
    local before = votes(end_of_path(pinfo.dst, tvb(at + 5, 3):uint()))
    if (op == PATHS or op == REPORT_PATHS) and not pinfo.visited then before.paths = SURE end
    if not may_have_path(op) then return false, false end
    local fec, paths, either = fitting(op, tvb, at, len)
    if either and before.fec + before.paths ~= 0 then
        local with_path = before.paths ~= 0 and before.paths > 0
            or before.paths == 0 and before.fec < 0
        fec, paths = with_path and -1 or 1, with_path and 1 or -1
    end
    -- Numbers of a path follow one another; nothing else in that place counts up by one.
    if paths == 0 and len >= path_word(op) + 4 then
        local word = tvb(at + path_word(op), 4):uint()
        if before.word and word - before.word == 1 then paths = 1 end
        if not pinfo.visited then before.word = word end
    end
    local look_fec, look_paths = looks(op, tvb, at, len, either)
    local here_fec = decide(before.fec, fec, look_fec)
    local here_paths = decide(before.paths, paths, look_paths)
    if not pinfo.visited then
        if before.fec == 0 and fec == 0 and here_fec then
            before.fec = 1 -- until a packet is certain, those sent again, without a group, follow it
        end
        before.fec, before.paths = clamp(before.fec + fec), clamp(before.paths + paths)
    end
    return here_fec, here_paths
end

local function chosen(preference, guessed)
    if preference == AUTO then return guessed end
    return preference == ON
end

local function words_of(op, tvb, at, len, pinfo)
    local fec, paths = guess_words(op, tvb, at, len, pinfo)
    return {fec = is_data(op) and chosen(urdma.prefs.fec, fec),
        paths = may_have_path(op) and chosen(urdma.prefs.paths, paths)}
end

-- Writing the tree ----------------------------------------------------------------------------

-- A cursor: adds fields one behind the other.
local function cursor(tree, tvb, at)
    local c = {at = at}
    function c.add(name, length)
        local item = tree:add(fields[name], tvb(c.at, length))
        c.at = c.at + length
        return item
    end
    function c.bits(name, length)
        return tree:add(fields[name], tvb(c.at, length))
    end
    return c
end

local function bth(tree, tvb, at)
    local sub = tree:add(urdma, tvb(at, BTH), "Base Transport Header")
    local c = cursor(sub, tvb, at)
    c.add("opcode", 1)
    c.bits("solicited", 1)
    c.bits("retransmission", 1)
    c.bits("pad_count", 1)
    c.add("version", 1)
    c.add("pkey", 2)
    c.bits("fecn", 1)
    c.bits("becn", 1)
    c.add("t1_field", 1)
    c.add("destqp", 3)
    c.bits("ack_request", 1)
    c.add("tr_field", 1)
    c.add("psn", 3)
end

local function verification_tag(tree, tvb, at)
    tree:add(fields.tag, tvb(at + BTH, BODY - BTH))
end

local function placement(c, op)
    if is_write(op) or op == READ_REQUEST or is_atomic(op) then
        c.add("va", 8)
        c.add("rkey", 4)
    end
    if is_write(op) then
        c.add("to_end", 4)
    elseif op == READ_REQUEST then
        c.add("length", 4)
        c.add("request", 4)
    elseif is_atomic(op) then
        c.add("swap_add", 8)
        c.add("compare", 8)
        c.add("request", 4)
    else
        c.add(is_send(op) and "rmsn" or "request", 4)
        c.add("offset", 4)
        c.add("to_end", 4)
        c.add("reserved", 4)
    end
    if has_immediate(op) then c.add("immediate", 4) end
    if has_invalidate(op) then c.add("invalidate_rkey", 4) end
    if op == ATOMIC_ACKNOWLEDGE then c.add("original", 8) end
    c.add("t1", 4)
    c.add("tr", 4)
end

local function path(c)
    c.add("path", 1)
    c.add("ppn", 3)
end

local function data(tree, tvb, at, len, op, words)
    local c = cursor(tree, tvb, at + BODY)
    placement(c, op)
    if words.paths then path(c) end
    if not is_data(op) then return end
    if words.fec then
        c.add("fec.index", 2)
        c.add("fec.r", 1)
        c.add("fec.scheme", 1)
        if plain_header(op) == 40 then c.add("fec.filler", 4) end
    end
    if is_piece(op, tvb, at) and len >= c.at - at + 4 then
        c.add("piece.at", 2)
        c.add("piece.whole", 2)
    end
    local pad = tvb(at + 1, 1):bitfield(2, 2)
    local payload = len - (c.at - at) - pad
    if payload < 0 then
        tree:add_proto_expert_info(malformed, "More pad than there is payload")
        return
    end
    if payload > 0 then c.add("payload", payload) end
    if pad > 0 then c.add("pad", pad) end
end

local function extended_aeth(c)
    c.add("syndrome", 1)
    c.add("msn", 3)
    c.add("t3", 4)
    c.add("ts", 4)
    c.at = c.at + 1
    c.add("echo.psn", 3)
    c.add("echo.t1", 4)
end

-- Writes the entries of a report; returns where they end, or nil if they don't fit.
local function entries(tree, tvb, from, to, count)
    local at = from
    for _ = 1, count do
        if to - at < 8 then return nil end
        local kind, words = tvb(at, 1):uint(), tvb(at + 4, 4):uint()
        if kind > 1 or (kind == 1 and (words < 1 or words > 32 or to - at < 8 + 4 * words)) then
            return nil
        end
        local length = 8 + (kind == 1 and 4 * words or 0)
        local entry = tree:add(urdma, tvb(at, length), "Missing, " .. ENTRIES[kind])
        local c = cursor(entry, tvb, at)
        c.add("report.entry.kind", 1)
        c.add("report.entry.first", 3)
        c.add("report.entry.count", 4)
        for _ = 1, kind == 1 and words or 0 do c.add("report.entry.word", 4) end
        at = at + length
    end
    return at
end

local function report(tree, tvb, at, len)
    local c = cursor(tree, tvb, at + BODY)
    extended_aeth(c)
    c.add("report.number", 4)
    c.at = c.at + 1
    c.add("report.cumulative", 3)
    c.at = c.at + 1
    c.add("report.highest", 3)
    c.add("report.packets", 4)
    c.add("report.bytes", 8)
    c.add("report.missing", 4)
    c.add("report.repaired", 4)
    c.add("report.marked", 4)
    c.add("report.duplicates", 4)
    c.add("report.receive_limit", 4)
    c.add("report.part", 1)
    c.add("report.parts", 1)
    local count = tvb(c.at, 2):uint()
    c.add("report.entries", 2)
    if entries(tree, tvb, c.at, at + len, count) ~= at + len then
        tree:add_proto_expert_info(malformed, "Entries that don't fit")
    end
end

local function repair(tree, tvb, at, len, words)
    local c = cursor(tree, tvb, at + BODY)
    c.add("repair.index", 1)
    c.add("repair.r", 1)
    c.add("repair.members", 2)
    tree:add(fields["repair.scheme"], tvb(at + 1, 1), tvb(at + 1, 1):bitfield(0, 1) + 1)
    c.add("t1", 4)
    if words.paths then path(c) end
    c.add("repair.opcode", 1)
    c.bits("repair.solicited", 1)
    c.add("repair.pad_count", 1)
    c.add("repair.length", 2)
    local rest = at + len - c.at
    if rest > 0 then c.add("repair.coded", rest) end
end

local function probe(tree, tvb, at, len)
    local c = cursor(tree, tvb, at + BODY)
    local asks = tvb(at + 8, 1):uint() >= 0x80 and tvb(c.at, 1):uint() == 0
    c.add("probe.kind", 1)
    c.add("probe.reserved", 3)
    if asks and tvb(c.at + 4, 4):uint() ~= 0 then -- a question that proves whose it is
        c.add("t1", 4)
        c.add("tr", 4)
    else
        c.add("probe.nonce", 8)
    end
    c.add("probe.size", 4)
    local rest = at + len - c.at
    if rest > 0 then c.add("probe.fill", rest) end
end

-- The addresses of an end.
local function paths(tree, tvb, at, len)
    local c = cursor(tree, tvb, at + BODY)
    c.add("t1", 4)
    c.add("tr", 4)
    local count, number = tvb(c.at, 1):uint(), tvb(c.at + 1, 1):uint()
    c.add("paths.count", 1)
    c.add("paths.number", 1)
    c.add("paths.seen", 1)
    c.bits("paths.asks", 1)
    c.add("paths.reserved", 1)
    if count > 16 or number == 0 or at + len - c.at ~= 20 * count then
        tree:add_proto_expert_info(malformed, "A list that is none")
        return
    end
    for _ = 1, count do
        local entry = tree:add(urdma, tvb(c.at, 20), "Address")
        c = cursor(entry, tvb, c.at)
        c.add("paths.gid", 16)
        c.add("paths.port", 2)
        c.add("paths.rail", 1)
        c.bits("paths.backup", 1)
        c.add("paths.flags", 1)
    end
end

local PATH_BLOCK = 40

local function grant(tree, tvb, at)
    local c = cursor(tree, tvb, at + BODY)
    c.add("t1", 4)
    c.add("tr", 4)
    c.add("grant.kind", 1)
    c.add("grant.reserved", 3)
    c.add("grant.bytes", 8)
    c.add("grant.lost", 8)
end

-- What arrived by path.
local function path_report(tree, tvb, at, len)
    local c = cursor(tree, tvb, at + BODY)
    c.add("t3", 4)
    while c.at < at + len do
        if at + len - c.at < PATH_BLOCK then
            tree:add_proto_expert_info(malformed, "Shorter than a path takes")
            return
        end
        local count = tvb(c.at + 1, 1):uint()
        local span = (tvb(c.at + 8, 4):uint() - tvb(c.at + 4, 4):uint()) % 0x100000000
        local block = tree:add(urdma, tvb(c.at, PATH_BLOCK), "Path " .. tvb(c.at, 1):uint())
        if span >= 0x800000 then
            block:add_proto_expert_info(malformed, "A highest PPN outside of its window")
        end
        c = cursor(block, tvb, c.at)
        c.add("path_report.path", 1)
        c.add("path_report.entries", 1)
        c.add("path_report.reserved", 2)
        c.add("path_report.cumulative", 4)
        c.add("path_report.highest", 4)
        c.add("path_report.t1", 4)
        c.add("path_report.ts", 4)
        c.add("path_report.packets", 4)
        c.add("path_report.bytes", 8)
        c.add("path_report.missing", 4)
        c.add("path_report.marked", 4)
        c.at = entries(block, tvb, c.at, at + len, count)
        if not c.at then
            block:add_proto_expert_info(malformed, "Entries that don't fit")
            return
        end
    end
end

local function acknowledge(tree, tvb, at)
    local c = cursor(tree, tvb, at + BODY)
    extended_aeth(c)
    c.add("ack.rmsn", 4)
end

-- Whether the fields of the BTH that RoCE reserves are what the opcode demands.
local function stamps_right(tvb, at, op)
    local t1, tr = may_have_path(op) or op == GRANT, is_placed(op) or op == GRANT
    return tvb(at + 4, 1):bitfield(2, 6) == (t1 and 0x20 or 0)
        and tvb(at + 8, 1):bitfield(1, 7)
            == (is_piece(op, tvb, at) and 0x61 or tr and 0x41 or 0)
end

local function has_association(op) return op == SEALED_DATAGRAM or op == SEALED_CELL end
local function is_sealed(op) return op == SEALED or has_association(op) end

-- Bytes of a sealed packet that are in the clear.
local function clear(op) return has_association(op) and 20 or 16 end

local TAG = 16

local function packet_number(tvb, at)
    local low, high = tvb(at + 9, 3):uint(), tvb(at + 13, 3):uint()
    return UInt64(low + (high % 256) * 0x1000000, math.floor(high / 256))
end

-- A sealed packet of len bytes from its BTH to the end of its tag: nothing inside is known.
local function sealed(root, tvb, at, len)
    local op = tvb(at, 1):uint()
    local tree = root:add(urdma, tvb(at, len + ICRC))
    local right = len % 4 == 0 and len >= 40
    if op == SEALED_DATAGRAM then right = len == 300 end
    if op == SEALED_CELL then right = right and len >= 48 end
    local c = cursor(tree, tvb, at)
    c.add("opcode", 1)
    c.at = at + 2
    c.add("pkey", 2)
    c.bits("fecn", 1)
    c.bits("becn", 1)
    c.at = at + 5
    c.add("destqp", 3)
    if not right then
        tree:add_proto_expert_info(malformed, "A length that no sealed packet has")
    end
    if len >= clear(op) + TAG then
        local number = packet_number(tvb, at)
        tree:append_text(", " .. OPCODES[op] .. ", number " .. tostring(number))
        tree:add(fields["sealed.number"], tvb(at + 9, 7), number)
        c.at = at + 12
        c.add("sealed.generation", 1)
        c.at = at + 16
        if has_association(op) then c.add("sealed.association", 4) end
        local rest = at + len - TAG - c.at
        if rest > 0 then c.add("sealed.data", rest) end
        c.add("sealed.tag", TAG)
    end
    tree:add_le(fields.icrc, tvb(at + len, ICRC))
    return OPCODES[op]
end

-- Why a receiver drops the packet, or nil.
local function fault(tvb, at, len, op, least)
    if len < least then return "Shorter than its headers" end
    if len % 4 ~= 0 then return "No multiple of four" end
    if tvb(at + 1, 1):bitfield(4, 4) ~= 0 then return "Another transport version" end
    if not stamps_right(tvb, at, op) then
        return "T1 or Tr field that the opcode doesn't have"
    end
    local open = is_data(op) or is_repair(op) or is_report(op)
        or (not has_space(op) and op ~= GRANT)
    if not open and len > least then return "Longer than its headers" end
end

-- A packet of len bytes from its BTH to its last pad byte.
local function packet(tvb, at, len, pinfo, root, number)
    local op = tvb(at, 1):uint()
    if is_sealed(op) then return sealed(root, tvb, at, len) end
    local key = pinfo.number .. "." .. number
    local words = decided[key]
    local told = urdma.prefs.fec ~= AUTO or urdma.prefs.paths ~= AUTO
    if words == nil or told or not pinfo.visited then
        words = len >= plain_header(op) and words_of(op, tvb, at, len, pinfo) or {}
        decided[key] = words
    end
    local least = header(op, words.fec, words.paths)
    local tree = root:add(urdma, tvb(at, len + ICRC))
    tree:append_text(", " .. OPCODES[op] .. ", PSN " .. tvb(at + 9, 3):uint())
    bth(tree, tvb, at)
    if len >= BODY then verification_tag(tree, tvb, at) end
    if has_space(op) then
        tree:add(fields.space, tvb(at, 1), in_answers(op) and 1 or 0):set_generated()
    end
    local why = fault(tvb, at, len, op, least)
    if why then tree:add_proto_expert_info(malformed, why) end
    if len >= least then
        if is_repair(op) then repair(tree, tvb, at, len, words)
        elseif is_report(op) then report(tree, tvb, at, len)
        elseif op == ACKNOWLEDGE then acknowledge(tree, tvb, at)
        elseif op == PROBE then probe(tree, tvb, at, len)
        elseif op == PATHS then paths(tree, tvb, at, len)
        elseif op == GRANT then grant(tree, tvb, at)
        elseif op == REPORT_PATHS then path_report(tree, tvb, at, len)
        else data(tree, tvb, at, len, op, words) end
    end
    tree:add_le(fields.icrc, tvb(at + len, ICRC))
    return OPCODES[op]
end

-- A datagram as the kernel has it before segmentation or after merging: in how many bytes the BTH
-- of the next packet of the same queue pair comes, or nil.
local function segment(tvb, at, len)
    local pkey, qp = tvb(at + 2, 2):uint(), tvb(at + 5, 3):uint()
    local first = tvb(at, 1):uint()
    local number = (tvb(at + 8, 4):uint() + 1) % 0x1000000
    local least = is_sealed(first) and clear(first) + TAG or plain_header(first)
    for step = least + ICRC, len - BTH - ICRC, 4 do
        local next = at + step
        local op = tvb(next, 1):uint()
        local follows = OPCODES[op] and not is_sealed(op)
            and tvb(next + 1, 1):bitfield(4, 4) == 0 and stamps_right(tvb, next, op)
        if is_sealed(first) then follows = op == first and tvb(next + 8, 4):uint() == number end
        if tvb(next + 5, 3):uint() == qp and tvb(next + 2, 2):uint() == pkey and follows then
            return step
        end
    end
    return nil
end

-- Offers --------------------------------------------------------------------------------------

-- CRC-16 of polynomial 0x1021 that starts with ones.
local function crc16(range)
    local crc = 0xffff
    for i = 0, range:len() - 1 do
        crc = bxor(crc, range(i, 1):uint() * 256)
        for _ = 1, 8 do
            crc = crc >= 0x8000 and bxor((crc * 2) % 0x10000, 0x1021) or crc * 2
        end
    end
    return crc
end

-- Of offers with the same value, what makes both ends use FEC.
local function agreed(a, b)
    return a and b and a.groups > 0 and b.groups > 0
        and ((a.xor and b.xor) or (a.two and b.two)) or false
end

local function offer(tvb, at, root)
    if tvb(at, 2):uint() ~= 0x5552 then return nil end
    local tree = root:add(urdma, tvb(at, OFFER), "URDMA, offer")
    local c = cursor(tree, tvb, at)
    c.add("offer.magic", 2)
    c.add("offer.version", 1)
    c.add("offer.fec_groups", 1)
    c.bits("offer.fec_xor", 2)
    c.bits("offer.fec_2d", 2)
    c.bits("offer.relaxed_order", 2)
    c.bits("offer.marks_seen", 2)
    c.bits("offer.paths", 2)
    c.bits("offer.grants", 2)
    c.add("offer.features", 2)
    c.add("offer.payload", 2)
    c.add("offer.sack_packets", 2)
    c.add("offer.sack_interval", 2)
    c.add("offer.tag", 4)
    tree:add(fields["offer.response_psn"], tvb(c.at - 3, 3))
    c.add("offer.receive_limit", 2)
    c.add("offer.rate", 3)
    c.add("offer.reserved", 1)
    c.add("offer.check", 2)
    if crc16(tvb(at, OFFER - 2)) ~= tvb(at + OFFER - 2, 2):uint() then
        tree:add_proto_expert_info(malformed, "The check is wrong: there is no offer")
        return nil
    end
    return {groups = tvb(at + 3, 1):uint(), xor = tvb(at + 5, 1):bitfield(7, 1) == 1,
        two = tvb(at + 5, 1):bitfield(6, 1) == 1, paths = tvb(at + 5, 1):bitfield(3, 1) == 1}
end

-- A management datagram: REQ and REP carry offers at fixed places.
local function management(tvb, mad, pinfo, root)
    if tvb(mad + 1, 1):uint() ~= 0x07 or tvb(mad + 3, 1):uint() ~= 0x03 then return false end
    local attribute, body = tvb(mad + 16, 2):uint(), mad + 24
    if attribute == 0x0010 then
        local found = offer(tvb, body + 140 + 36 + 32, root)
        requests[end_of_path(pinfo.src, tvb(body, 4):uint())] =
            {offer = found, qp = tvb(body + 32, 3):uint()}
        return found ~= nil
    elseif attribute == 0x0013 then
        local found = offer(tvb, body + 36 + 172, root)
        local asked = requests[end_of_path(pinfo.dst, tvb(body + 4, 4):uint())]
        if asked and found and not pinfo.visited then
            local fec = agreed(asked.offer, found) and SURE or -SURE
            local several = asked.offer and asked.offer.paths and found.paths and SURE or -SURE
            known[end_of_path(pinfo.dst, asked.qp)] = {fec = fec, paths = several}
            known[end_of_path(pinfo.src, tvb(body + 12, 3):uint())] = {fec = fec, paths = several}
        end
        return found ~= nil
    end
    return false
end

-- The dissector -------------------------------------------------------------------------------

-- Bytes from the BTH to the end of the ICRC: what UDP or the GRH says, not the frame's padding.
local udp_length = Field.new("udp.length")
local grh_length = Field.new("infiniband.grh.paylen")

local function length_from(tvb, at)
    local said = udp_length()
    local bytes = said and said.value - 8
    if not bytes then
        said = grh_length()
        bytes = said and said.value or tvb:len() - at
    end
    return math.min(bytes, tvb:len() - at)
end

local function packets(tvb, at, len, pinfo, root)
    local step = segment(tvb, at, len) or len
    local shown, count = nil, 0
    while len >= BTH + ICRC and OPCODES[tvb(at, 1):uint()] do
        local here = math.min(step, len)
        count = count + 1
        shown = shown or packet(tvb, at, here - ICRC, pinfo, root, count)
        if count > 1 then packet(tvb, at, here - ICRC, pinfo, root, count) end
        at, len = at + here, len - here
    end
    return shown, count
end

function urdma.dissector(tvb, pinfo, root)
    local found = bth_opcode()
    if not found then return end
    local at, op = found.offset, found.value
    if op == 0x64 and tvb:len() >= at + 20 + 256 and tvb(at + 5, 3):uint() == 1 then
        if management(tvb, at + 20, pinfo, root) then
            pinfo.cols.info:append(" [URDMA offer]")
        end
        return
    end
    if not OPCODES[op] then return end
    local len = length_from(tvb, at)
    if len < BTH + ICRC then return end
    -- Gateways (apps/gateway/protocol.md) have the opcode for messages of their own, without timestamps.
    if op == GRANT and not stamps_right(tvb, at, op) then return end
    local psn = tvb(at + 9, 3):uint()
    local qp = tvb(at + 5, 3):uint()
    local name, count = packets(tvb, at, len, pinfo, root)
    pinfo.cols.protocol = "URDMA"
    if is_sealed(op) then
        pinfo.cols.info = string.format("%s QP=0x%06x%s", name, qp, count > 1 and " x " .. count or "")
        return
    end
    pinfo.cols.info = string.format(
        "%s QP=0x%06x PSN=%d%s", name, qp, psn, count > 1 and " x " .. count or "")
end

register_postdissector(urdma)
