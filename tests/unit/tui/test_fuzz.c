/* SPDX-License-Identifier: Apache-2.0 */
/* Any key, any size, any trace: no crash, no cell outside the rect. */
#include "tests/unit/tui/sample.h"

#define SIZES  41
#define ROUNDS 2000

static struct sample *s;
static unsigned seed;
static struct card cards[2];

static void set_up(void)
{
    struct diags ds = { 0 };

    s = sample_new();
    ds.arena = &s->arena;
    ck_assert(card_load(&s->arena, "engine/time/cards", "t4", &cards[0], &ds));
    ck_assert(card_load(&s->arena, "engine/time/cards", "l4", &cards[1], &ds));
}

static void tear_down(void)
{
    sample_free(s);
}

static unsigned next(void)
{
    seed = seed * 1103515245u + 12345u;
    return seed >> 16;
}

/* Draw into a rect within a larger frame of marked cells; the marks around it
   must stay. */
static void draw_within(int rows, int cols)
{
    enum { EDGE = 2 };
    int height = rows + 2 * EDGE, width = cols + 2 * EDGE, bad = -1;
    struct rect r = { EDGE, EDGE, rows, cols };
    struct frame f = { .rows = height,
                       .cols = width,
                       .ascii = s->model.ascii,
                       .cells = malloc((size_t)height * (size_t)width *
                                       sizeof *f.cells) };

    for (int i = 0; i < height * width; i++)
        f.cells[i] = (struct cell){ 0x2603, STYLE_COUNT };
    render(&s->model, r, &f);
    /* One assertion a frame: each costs a message to the test runner. */
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            struct cell c = f.cells[y * width + x];
            bool in =
                y >= EDGE && y < EDGE + rows && x >= EDGE && x < EDGE + cols;

            if (in != (c.style != STYLE_COUNT) ||
                (in && s->model.ascii && c.ch >= 0x80))
                bad = y * width + x;
        }
    ck_assert_msg(bad < 0, "%dx%d: cell %d", rows, cols, bad);
    free(f.cells);
}

/* Every screen and tab; i counts up to VIEWS. */
enum { VIEWS = 19 };
static void show(int i)
{
    static const char *const keys[VIEWS] = { "",  "/t", "",  "hh", "\t",
                                             "c", "",   "",  "2",  "3",
                                             "4", "?",  "1", "2",  "3",
                                             "4", "5",  "6", "7" };

    if (i >= 2)
        sample_open(s);
    if (i == 6)
        sample_send(s,
                    (struct event){ .kind = EVENT_CHECKED, .check = &s->fail });
    if (i >= 12)
        sample_send(s,
                    (struct event){ .kind = EVENT_SHOWN, .shown = &s->shown });
    else if (i >= 7)
        sample_send(s,
                    (struct event){ .kind = EVENT_COMPARED, .pair = &s->pair });
    sample_keys(s, keys[i]);
}

START_TEST(no_view_writes_outside_its_rect)
{
    show(_i);
    for (int rows = 0; rows < SIZES; rows++)
        for (int cols = 0; cols < SIZES; cols += 3)
            draw_within(rows, cols);
    for (int rows = 17; rows < 40; rows += 5)
        for (int cols = 58; cols < 210; cols += 11) {
            draw_within(rows, cols); /* laid out for another size */
            sample_resize(s, rows, cols);
            draw_within(rows, cols);
        }
}
END_TEST

START_TEST(no_part_writes_outside_its_rect)
{
    for (int n = 0; n < SIZES * SIZES; n++) {
        int rows = n / SIZES, cols = n % SIZES;
        bool bad = false;
        struct rect r = { 1, 1, rows, cols };
        struct cell *cells = calloc(45 * 45, sizeof *cells);
        struct frame f = { .rows = 45, .cols = 45, .cells = cells };

        switch (_i) {
        case 0:
            bars_render(&s->pair, "h100-sxm", 0, r, &f);
            break;
        case 1:
            warps_render(&s->pair, 1, 100, 3, r, &f);
            break;
        case 2:
            memory_render(&s->pair, n % 3, n % 7, r, &f);
            break;
        case 3:
            home_render(&s->model, r, &f);
            break;
        case 4:
            sectors_render(s->pair.requests[0].sample, 1, r, &f);
            break;
        case 5:
            banks_render(s->pair.requests[1].sample, 0, r, &f);
            break;
        }
        for (int y = 0; y < 45; y++)
            for (int x = 0; x < 45; x++)
                if (y < 1 || x < 1 || y >= 1 + rows || x >= 1 + cols)
                    bad |= cells[y * 45 + x].ch != 0;
        ck_assert_msg(!bad, "part %d writes outside %dx%d", _i, rows, cols);
        free(cells);
    }
}
END_TEST

/* A trace that nobody would write. */
static void scramble(struct trace_launch *l)
{
    l->time.rows_cycles = next() % 3 ? next() * 65537u : 0;
    for (int w = 0; w < l->time.row_count; w++) {
        struct warp_row *row = &l->time.rows[w];

        row->block = next() * 70001u;
        row->warp = next() * 70001u;
        for (int i = 0; i < row->span_count; i++) {
            row->spans[i].start = next() * 65537u;
            row->spans[i].cycles = next() % 3 ? next() : 0xffffffffu;
            row->spans[i].state = (uint8_t)next();
        }
    }
    for (int i = 0; i < l->lanes.count; i++) {
        l->lanes.steps[i].line = (int32_t)(next() * 70001u);
        l->lanes.steps[i].mask = next() * 65537u;
        l->lanes.steps[i].count = next() % 3 ? next() : 0xffffffffu;
    }
    for (int i = 0; i < l->sample_count; i++) {
        l->samples[i].active = next() * 65537u;
        l->samples[i].bytes = next() % 40;
        l->samples[i].is_shared = next() % 2;
        for (int k = 0; k < 32; k++)
            l->samples[i].address[k] = (uint64_t)next() << next() % 48;
    }
}

/* A run that no device would record. */
static void scramble_run(struct trace *t)
{
    for (int i = 0; i < t->launch_count; i++)
        scramble(&t->launches[i]);
    for (int i = 0; i < t->op_count; i++) {
        t->ops[i].start_ns = (uint64_t)next() << next() % 60;
        t->ops[i].end_ns = (uint64_t)next() << next() % 60;
        t->ops[i].stream = (int32_t)next() - 1000;
        t->ops[i].launch = (int32_t)next() - 1000;
    }
    for (int i = 0; i < t->call_count; i++) {
        t->calls[i].start_ns = (uint64_t)next() << next() % 60;
        t->calls[i].end_ns = (uint64_t)next() << next() % 60;
    }
    system_make(&s->arena, t, &s->shown.system);
    shown_pick(&s->arena, &s->shown, 0);
}

static const uint32_t odd_keys[] = {
    K_UP,    K_DOWN,      K_LEFT,      K_RIGHT,  K_HOME,      K_END, K_PAGE_UP,
    K_ENTER, K_PAGE_DOWN, K_TAB,       K_ESCAPE, K_BACKSPACE, K_F1,  0,
    0x7f,    0xfffffff,   K_CTRL('l'), 0x4e2d,   'y',         '?',   ' ',
    'q',     '3',         '4',         '+',
};

static void random_event(void)
{
    struct event e = { .kind = EVENT_KEY };

    switch (next() % 12) {
    case 0:
        sample_resize(s, (int)(next() % 70), (int)(next() % 220));
        return;
    case 1:
        e = (struct event){ .kind = EVENT_CHECKED,
                            .check = next() % 2 ? &s->fail : &s->broken };
        break;
    case 2:
        e = (struct event){ .kind = EVENT_COMPARED, .pair = &s->pair };
        break;
    case 7:
        if (next() % 3 == 0)
            shown_pick(&s->arena, &s->shown, (int)(next() % 3) - 1);
        e = (struct event){ .kind = EVENT_SHOWN, .shown = &s->shown };
        break;
    case 3:
        e = (struct event){ .kind = next() % 2 ? EVENT_FAILED : EVENT_CANCELLED,
                            .message = "no" };
        break;
    case 4:
        sample_predict(s);
        return;
    case 8:
        e = (struct event){ .kind = next() % 2 ? EVENT_PLAY : EVENT_CARDS,
                            .cards = cards,
                            .card_count = 2 };
        break;
    case 5:
    case 6:
        e.code = odd_keys[next() % (sizeof odd_keys / sizeof *odd_keys)];
        break;
    default:
        e.code = ' ' + next() % 95;
        break;
    }
    sample_send(s, e);
}

START_TEST(any_keys_at_any_size_are_survived)
{
    seed = (unsigned)_i * 977u + 1;
    for (int side = 0; _i % 2 && side < 2; side++)
        scramble(side ? s->comparison.trace_b.launches
                      : s->comparison.trace_a.launches);
    if (_i % 2)
        pair_make(&s->arena, &s->comparison, &s->pair);
    if (_i % 2)
        scramble_run(&s->shown.one.trace_a);
    s->model.ascii = _i % 3 == 0;
    for (int i = 0; i < ROUNDS; i++) {
        random_event();
        draw_within(s->model.rows, s->model.cols);
    }
}
END_TEST

START_TEST(an_empty_course_is_survived)
{
    static const struct course none = { .root = "/none" };

    model_release(&s->model);
    s->model = (struct model){ .course = &none, .rows = 24, .cols = 80 };
    model_start(&s->model);
    seed = 5;
    for (int i = 0; i < ROUNDS; i++) {
        sample_key(s, next() % 2 ? odd_keys[next() % 20] : ' ' + next() % 95);
        draw_within(24, 80);
    }
}
END_TEST

Suite *fuzz_suite(void)
{
    Suite *suite = suite_create("fuzz");
    TCase *tc = tcase_create("core");

    tcase_add_checked_fixture(tc, set_up, tear_down);
    tcase_set_timeout(tc, 60);
    tcase_add_loop_test(tc, no_view_writes_outside_its_rect, 0, VIEWS);
    tcase_add_loop_test(tc, no_part_writes_outside_its_rect, 0, 6);
    tcase_add_loop_test(tc, any_keys_at_any_size_are_survived, 0, 12);
    tcase_add_test(tc, an_empty_course_is_survived);
    suite_add_tcase(suite, tc);
    return suite;
}
