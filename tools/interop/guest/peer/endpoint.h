// SPDX-License-Identifier: Apache-2.0
//
// One queue pair on the device, and the commands that use it.

#pragma once

#include <infiniband/verbs.h>

void use_device(struct ibv_device *chosen);
void close_device(void);

void create(void);
void renew(void);
void connect_qp(void);
void window(void);
void receive(void);
void post(void);
void complete(void);
void state(void);
void counters(void);
