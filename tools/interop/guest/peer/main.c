// SPDX-License-Identifier: Apache-2.0
//
// The far end of the interoperability tests: runs inside the guest, on its rdma_rxe device, and
// does with libibverbs what it is told over TCP. Each connection is a process of its own with one
// queue pair and one piece of registered memory; both are gone when the connection ends.
//
// A request is a line "command key=value ...", numbers in decimal or 0x form; the answer is a line
// "ok key=value ..." or "error WHY". "at" is an offset into the memory, "size" counts bytes.
//
//   create type=rc|uc|ud ip=4|6 size= [qkey=]
//                                -> ok qpn= address= rkey= gid= mtu=    (queue pair in INIT)
//   connect qpn= gid= mtu= send_psn= recv_psn= [timeout= retry= rnr_retry= rnr_timer= rd_atomic=]
//                                for UD the peer to send to
//   renew                        -> ok qpn=                 a new queue pair instead of the old one
//   window at= size=             -> ok rkey=                a memory window of type 2
//   receive id= at= size=        posts a receive
//   post op=send|send_imm|send_inv|write|write_imm|read|swap|add id= at= size=
//        [address= rkey=] [imm=] [compare= swap=] [add=] [qpn= qkey=] [solicited=1]
//                                rkey= of send_inv is what the peer shall invalidate
//   complete count= millis=      -> ok done= id:status:opcode:bytes:imm ...
//                                waits for that many completions, or until the time is up; imm is
//                                the invalidated key of a receive that has one
//   fill at= size= seed=         the 64-bit words of SplitMix64, least significant byte first
//   sum at= size=                -> ok crc32=                           (as of zlib)
//   peek at= size=               -> ok hex=
//   poke at= hex=
//   state                        -> ok state= send_psn= recv_psn=
//   counters                     -> ok name=value ...                   (the device's, since boot)

#include "endpoint.h"
#include "line.h"
#include "memory.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static const struct {
    const char *name;
    void (*run)(void);
} commands[] = {
    {"create", create},     {"connect", connect_qp}, {"receive", receive}, {"post", post},
    {"complete", complete}, {"fill", fill},          {"sum", sum},         {"peek", peek},
    {"poke", poke},         {"state", state},        {"counters", counters},
    {"renew", renew},       {"window", window},
};

static void execute(char *line) {
    const char *command = parse(line);
    for (size_t i = 0; command != NULL && i < sizeof commands / sizeof *commands; i++) {
        if (strcmp(commands[i].name, command) == 0) {
            commands[i].run();
            return;
        }
    }
    fail("unknown command");
}

static int serve(int connection, struct ibv_device *device) {
    static char line[4 * MAX_PEEK];
    int on = 1;
    setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    FILE *in = fdopen(connection, "r");
    out = fdopen(dup(connection), "w");
    if (in == NULL || out == NULL) {
        return 1;
    }
    use_device(device);
    while (fgets(line, sizeof line, in) != NULL) {
        execute(line);
        fflush(out);
    }
    close_device();
    return 0;
}

static struct ibv_device *device_named(const char *name) {
    int count;
    struct ibv_device **devices = ibv_get_device_list(&count);
    for (int i = 0; devices != NULL && i < count; i++) {
        if (strcmp(ibv_get_device_name(devices[i]), name) == 0) {
            return devices[i];
        }
    }
    return NULL;
}

static int listen_on(int port) {
    int on = 1, listener = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (listener < 0 || bind(listener, (struct sockaddr *) &address, sizeof address) != 0
        || listen(listener, 8) != 0) {
        return -1;
    }
    return listener;
}

int main(int count, char **arguments) {
    if (count != 3) {
        fputs("usage: rxe-peer DEVICE TCP-PORT\n", stderr);
        return 2;
    }
    struct ibv_device *device = device_named(arguments[1]);
    int listener = listen_on(atoi(arguments[2]));
    if (device == NULL || listener < 0) {
        fprintf(stderr, "rxe-peer: %s\n", device == NULL ? "no such device" : strerror(errno));
        return 1;
    }
    signal(SIGCHLD, SIG_IGN);
    signal(SIGPIPE, SIG_IGN);
    puts("guest: ready");
    fflush(stdout);
    for (;;) {
        int connection = accept(listener, NULL, NULL);
        if (connection >= 0 && fork() == 0) {
            close(listener);
            _exit(serve(connection, device));
        }
        if (connection >= 0) {
            close(connection);
        }
    }
}
