// SPDX-License-Identifier: Apache-2.0

#include "endpoint.h"

#include "line.h"
#include "memory.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <string.h>
#include <time.h>

enum { PORT_NUM = 1, QUEUE_DEPTH = 512 };
enum { ALL_ACCESS = IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ
           | IBV_ACCESS_REMOTE_ATOMIC };
enum { RC_ACCESS = IBV_ACCESS_REMOTE_READ | IBV_ACCESS_REMOTE_ATOMIC };

static struct ibv_device *device;
static struct ibv_context *context;
static struct ibv_pd *pd;
static struct ibv_comp_channel *channel;
static struct ibv_cq *cq;
static struct ibv_qp *qp;
static struct ibv_mr *mr;
static struct ibv_mw *mw;
static struct ibv_ah *ah;
static struct ibv_gid_entry gid;
static enum ibv_qp_type type;
static uint32_t peer_qpn, qkey;

void use_device(struct ibv_device *chosen) {
    device = chosen;
}

static bool have_qp(void) {
    if (qp == NULL) {
        fail("create comes first");
    }
    return qp != NULL;
}

// rxe has an entry for each address of its interface and each version of RoCE; the link-local one
// comes first and is of no use here.
static bool find_gid(bool ipv4) {
    static const uint8_t mapped[12] = {[10] = 0xff, [11] = 0xff};
    for (int i = 0; i < 16; i++) {
        if (ibv_query_gid_ex(context, PORT_NUM, i, &gid, 0) == 0
            && gid.gid_type == IBV_GID_TYPE_ROCE_V2 && gid.gid.raw[0] != 0xfe
            && (memcmp(gid.gid.raw, mapped, sizeof mapped) == 0) == ipv4) {
            return true;
        }
    }
    return false;
}

static bool make_qp(void) {
    struct ibv_qp_init_attr init = {
        .send_cq = cq,
        .recv_cq = cq,
        .cap = {QUEUE_DEPTH, QUEUE_DEPTH, 1, 1, 0},
        .qp_type = type,
        .sq_sig_all = 1,
    };
    struct ibv_qp_attr attr = {
        .qp_state = IBV_QPS_INIT,
        .port_num = PORT_NUM,
        .qp_access_flags = type == IBV_QPT_UC ? ALL_ACCESS & ~RC_ACCESS : ALL_ACCESS,
        .qkey = qkey,
    };
    int rights = type == IBV_QPT_UD ? IBV_QP_QKEY : IBV_QP_ACCESS_FLAGS;
    return (qp = ibv_create_qp(pd, &init)) != NULL
        && (errno = ibv_modify_qp(qp, &attr,
                                  IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | rights)) == 0;
}

static bool set_up(size_t size) {
    uint8_t *memory = allocate(size) ? place(0, size) : NULL;
    return memory != NULL && (pd = ibv_alloc_pd(context)) != NULL
        && (mr = ibv_reg_mr(pd, memory, size, ALL_ACCESS | IBV_ACCESS_MW_BIND)) != NULL
        && (channel = ibv_create_comp_channel(context)) != NULL
        && (cq = ibv_create_cq(context, 2 * QUEUE_DEPTH, NULL, channel, 0)) != NULL
        && make_qp();
}

static enum ibv_qp_type type_of(const char *name) {
    return strcmp(name, "ud") == 0 ? IBV_QPT_UD
        : strcmp(name, "uc") == 0  ? IBV_QPT_UC
                                   : IBV_QPT_RC;
}

void create(void) {
    size_t size = number("size");
    struct ibv_port_attr port;
    char address[INET6_ADDRSTRLEN];
    type = type_of(text("type"));
    qkey = number_or("qkey", 0);
    if (failed || context != NULL) {
        fail("one queue pair for each connection");
    } else if ((context = ibv_open_device(device)) == NULL) {
        fail("the device can't be opened: %s", strerror(errno));
    } else if (!find_gid(number("ip") == 4) || ibv_query_port(context, PORT_NUM, &port) != 0) {
        fail("the device has no RoCEv2 GID of that IP version");
    } else if (!set_up(size)) {
        fail("create: %s", strerror(errno));
    } else {
        inet_ntop(AF_INET6, gid.gid.raw, address, sizeof address);
        fprintf(out, "ok qpn=%u address=%p rkey=0x%x gid=%s mtu=%d\n", qp->qp_num,
                mr->addr, mr->rkey, address, 128 << port.active_mtu);
    }
}

static enum ibv_mtu mtu_code(uint64_t bytes) {
    enum ibv_mtu code = IBV_MTU_256;
    while (code < IBV_MTU_4096 && 128u << code < bytes) {
        code++;
    }
    return code;
}

void renew(void) {
    if (have_qp() && (ibv_destroy_qp(qp) != 0 || !make_qp())) {
        fail("renew: %s", strerror(errno));
    } else if (!failed) {
        fprintf(out, "ok qpn=%u\n", qp->qp_num);
    }
}

static int ready_to_receive(void) {
    struct ibv_qp_attr attr = {
        .qp_state = IBV_QPS_RTR,
        .path_mtu = mtu_code(number("mtu")),
        .dest_qp_num = peer_qpn,
        .rq_psn = number("recv_psn"),
        .max_dest_rd_atomic = number_or("rd_atomic", 16),
        .min_rnr_timer = number_or("rnr_timer", 12),
        .ah_attr = {
            .is_global = 1,
            .port_num = PORT_NUM,
            .grh = {.sgid_index = gid.gid_index, .hop_limit = 64},
        },
    };
    int mask = IBV_QP_STATE;
    if (inet_pton(AF_INET6, text("gid"), attr.ah_attr.grh.dgid.raw) != 1) {
        fail("gid= is no IPv6 address");
        return 0;
    }
    if (type == IBV_QPT_UD) {
        ah = ibv_create_ah(pd, &attr.ah_attr);
        return ah == NULL ? errno : ibv_modify_qp(qp, &attr, mask);
    }
    mask |= IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN;
    if (type == IBV_QPT_RC) {
        mask |= IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER;
    }
    return ibv_modify_qp(qp, &attr, mask);
}

static int ready_to_send(void) {
    struct ibv_qp_attr attr = {
        .qp_state = IBV_QPS_RTS,
        .sq_psn = number("send_psn"),
        .timeout = number_or("timeout", 14),
        .retry_cnt = number_or("retry", 7),
        .rnr_retry = number_or("rnr_retry", 7),
        .max_rd_atomic = number_or("rd_atomic", 16),
    };
    int mask = IBV_QP_STATE | IBV_QP_SQ_PSN;
    if (type == IBV_QPT_RC) {
        mask |= IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY | IBV_QP_MAX_QP_RD_ATOMIC;
    }
    return ibv_modify_qp(qp, &attr, mask);
}

void connect_qp(void) {
    if (!have_qp()) {
        return;
    }
    peer_qpn = number("qpn");
    int error = ready_to_receive();
    if (error == 0 && !failed) {
        error = ready_to_send();
    }
    if (error != 0) {
        fail("connect: %s", strerror(error));
    } else if (!failed) {
        ok();
    }
}

void receive(void) {
    uint64_t size = number("size");
    uint8_t *start = place(number("at"), size);
    if (!have_qp() || start == NULL) {
        return;
    }
    struct ibv_sge sge = {(uintptr_t) start, size, mr->lkey};
    struct ibv_recv_wr wr = {.wr_id = number_or("id", 0), .sg_list = &sge, .num_sge = 1}, *bad;
    int error = ibv_post_recv(qp, &wr, &bad);
    if (error != 0) {
        fail("receive: %s", strerror(error));
    } else {
        ok();
    }
}

static const struct {
    const char *name;
    enum ibv_wr_opcode opcode;
} operations[] = {
    {"send", IBV_WR_SEND},
    {"send_inv", IBV_WR_SEND_WITH_INV},
    {"send_imm", IBV_WR_SEND_WITH_IMM},
    {"write", IBV_WR_RDMA_WRITE},
    {"write_imm", IBV_WR_RDMA_WRITE_WITH_IMM},
    {"read", IBV_WR_RDMA_READ},
    {"swap", IBV_WR_ATOMIC_CMP_AND_SWP},
    {"add", IBV_WR_ATOMIC_FETCH_AND_ADD},
};

static bool opcode_of(const char *name, enum ibv_wr_opcode *opcode) {
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++) {
        if (strcmp(operations[i].name, name) == 0) {
            *opcode = operations[i].opcode;
            return true;
        }
    }
    fail("op= is not known");
    return false;
}

void post(void) {
    uint64_t size = number("size");
    uint8_t *start = place(number("at"), size);
    struct ibv_sge sge;
    struct ibv_send_wr wr = {.wr_id = number_or("id", 0), .sg_list = &sge}, *bad;
    if (!have_qp() || start == NULL || !opcode_of(text("op"), &wr.opcode)) {
        return;
    }
    sge = (struct ibv_sge){(uintptr_t) start, size, mr->lkey};
    wr.num_sge = size == 0 ? 0 : 1;
    wr.imm_data = htonl(number_or("imm", 0));
    if (number_or("solicited", 0) != 0) {
        wr.send_flags = IBV_SEND_SOLICITED;
    }
    if (type == IBV_QPT_UD) {
        wr.wr.ud.ah = ah;
        wr.wr.ud.remote_qpn = number_or("qpn", peer_qpn);
        wr.wr.ud.remote_qkey = number_or("qkey", qkey);
    } else if (wr.opcode == IBV_WR_SEND_WITH_INV) {
        wr.invalidate_rkey = number("rkey");
    } else if (wr.opcode == IBV_WR_ATOMIC_CMP_AND_SWP) {
        wr.wr.atomic.compare_add = number("compare");
        wr.wr.atomic.swap = number("swap");
    } else if (wr.opcode == IBV_WR_ATOMIC_FETCH_AND_ADD) {
        wr.wr.atomic.compare_add = number("add");
    }
    if (type == IBV_QPT_UD || wr.opcode == IBV_WR_SEND_WITH_INV) {
        // has no remote memory
    } else if (wr.opcode == IBV_WR_ATOMIC_CMP_AND_SWP
               || wr.opcode == IBV_WR_ATOMIC_FETCH_AND_ADD) {
        wr.wr.atomic.remote_addr = number("address");
        wr.wr.atomic.rkey = number("rkey");
    } else if (wr.opcode != IBV_WR_SEND && wr.opcode != IBV_WR_SEND_WITH_IMM) {
        wr.wr.rdma.remote_addr = number("address");
        wr.wr.rdma.rkey = number("rkey");
    }
    int error = failed ? 0 : ibv_post_send(qp, &wr, &bad);
    if (error != 0) {
        fail("post: %s", strerror(error));
    } else if (!failed) {
        ok();
    }
}

static int64_t now_millis(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

// Waits for an event of the completion queue, which has been armed.
static void await_event(int64_t millis) {
    struct pollfd waiting = {.fd = channel->fd, .events = POLLIN};
    struct ibv_cq *fired;
    void *ignored;
    if (millis > 0 && poll(&waiting, 1, (int) millis) > 0
        && ibv_get_cq_event(channel, &fired, &ignored) == 0) {
        ibv_ack_cq_events(fired, 1);
    }
}

void complete(void) {
    struct ibv_wc done[64];
    int wanted = (int) number("count"), count = 0;
    int64_t deadline = now_millis() + (int64_t) number("millis");
    if (failed || !have_qp()) {
        return;
    }
    if (wanted < 1 || wanted > 64) {
        fail("count= is 1 to 64");
        return;
    }
    for (;;) {
        bool armed = ibv_req_notify_cq(cq, 0) == 0;
        int polled;
        while (count < wanted && (polled = ibv_poll_cq(cq, wanted - count, done + count)) > 0) {
            count += polled;
        }
        if (count == wanted || !armed || now_millis() >= deadline) {
            break;
        }
        await_event(deadline - now_millis());
    }
    fprintf(out, "ok done=%d", count);
    for (int i = 0; i < count; i++) {
        uint32_t extra = (done[i].wc_flags & IBV_WC_WITH_IMM) != 0 ? ntohl(done[i].imm_data)
            : (done[i].wc_flags & IBV_WC_WITH_INV) != 0            ? done[i].invalidated_rkey
                                                                   : 0;
        fprintf(out, " %" PRIu64 ":%d:%d:%u:0x%x", done[i].wr_id, done[i].status, done[i].opcode,
                done[i].byte_len, extra);
    }
    fputc('\n', out);
}

void window(void) {
    uint64_t size = number("size");
    uint8_t *start = place(number("at"), size);
    struct ibv_wc done;
    if (!have_qp() || start == NULL) {
        return;
    }
    if ((mw = ibv_alloc_mw(pd, IBV_MW_TYPE_2)) == NULL) {
        fail("window: %s", strerror(errno));
        return;
    }
    struct ibv_send_wr wr = {.opcode = IBV_WR_BIND_MW}, *bad;
    wr.bind_mw.mw = mw;
    wr.bind_mw.rkey = ibv_inc_rkey(mw->rkey);
    wr.bind_mw.bind_info = (struct ibv_mw_bind_info){
        mr, (uintptr_t) start, size, IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ};
    int error = ibv_post_send(qp, &wr, &bad), polled = 0;
    while (error == 0 && (polled = ibv_poll_cq(cq, 1, &done)) == 0) {
    }
    if (error != 0 || polled < 0 || done.status != IBV_WC_SUCCESS) {
        fail("window: %s", error != 0 ? strerror(error) : ibv_wc_status_str(done.status));
    } else {
        fprintf(out, "ok rkey=0x%x\n", wr.bind_mw.rkey);
    }
}

void state(void) {
    struct ibv_qp_attr attr;
    struct ibv_qp_init_attr init;
    if (!have_qp()) {
        return;
    }
    int error = ibv_query_qp(qp, &attr, IBV_QP_STATE | IBV_QP_SQ_PSN | IBV_QP_RQ_PSN, &init);
    if (error != 0) {
        fail("state: %s", strerror(error));
    } else {
        fprintf(out, "ok state=%d send_psn=0x%06x recv_psn=0x%06x\n", attr.qp_state, attr.sq_psn,
                attr.rq_psn);
    }
}

void counters(void) {
    char folder[256], path[600];
    snprintf(folder, sizeof folder, "/sys/class/infiniband/%s/ports/%d/hw_counters",
             ibv_get_device_name(device), PORT_NUM);
    DIR *listing = opendir(folder);
    if (listing == NULL) {
        fail("%s: %s", folder, strerror(errno));
        return;
    }
    fputs("ok", out);
    for (struct dirent *entry; (entry = readdir(listing)) != NULL;) {
        unsigned long long value;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        FILE *counter = entry->d_name[0] == '.' ? NULL : fopen(path, "r");
        if (counter != NULL && fscanf(counter, "%llu", &value) == 1) {
            fprintf(out, " %s=%llu", entry->d_name, value);
        }
        if (counter != NULL) {
            fclose(counter);
        }
    }
    closedir(listing);
    fputc('\n', out);
}

void close_device(void) {
    if (qp != NULL) {
        ibv_destroy_qp(qp);
    }
    if (ah != NULL) {
        ibv_destroy_ah(ah);
    }
    if (mw != NULL) {
        ibv_dealloc_mw(mw);
    }
    if (cq != NULL) {
        ibv_destroy_cq(cq);
    }
    if (channel != NULL) {
        ibv_destroy_comp_channel(channel);
    }
    if (mr != NULL) {
        ibv_dereg_mr(mr);
    }
    if (pd != NULL) {
        ibv_dealloc_pd(pd);
    }
    if (context != NULL) {
        ibv_close_device(context);
    }
}
