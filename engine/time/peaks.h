/* SPDX-License-Identifier: Apache-2.0 */
/* What a card can do at best, derived from its figures: peaks.def. */
#ifndef TIME_PEAKS_H
#define TIME_PEAKS_H

#include "time/card.h"

struct peak {
    const char *name, *unit, *meaning;
    double value;
};

/* Number of peaks, the same for all cards. */
int peaks_count(void);

/* The i-th peak of a card, 0 <= i < peaks_count(). */
struct peak peaks_at(const struct card *c, int i);

/* True if no source gives the field's value: a rule or a modelling choice,
   which its source states. */
bool card_value_derived(const struct card *c, int field);

#endif
