/* SPDX-License-Identifier: Apache-2.0 */
#include "tests/unit/tui/sample.h"

static struct sample *s;
static struct effects out;

static void set_up(void)
{
    s = sample_new();
    out = (struct effects){ 0 };
}

static void tear_down(void)
{
    sample_free(s);
}

/* A key, keeping the effects. */
static void press(uint32_t code)
{
    struct event e = { .kind = EVENT_KEY, .code = code };

    out = (struct effects){ 0 };
    update(&s->model, &e, &out);
}

static void show_fail(void)
{
    sample_open(s);
    sample_send(s, (struct event){ .kind = EVENT_CHECKED, .check = &s->fail });
}

static void show_pair(void)
{
    sample_open(s);
    sample_send(s, (struct event){ .kind = EVENT_COMPARED, .pair = &s->pair });
}

START_TEST(the_list_starts_where_you_stopped)
{
    ck_assert_int_eq(s->model.home.selected, 1);
    press('j');
    ck_assert_int_eq(s->model.home.selected, 2);
    press('j');
    ck_assert_int_eq(s->model.home.selected, 2);
    press('g');
    ck_assert_int_eq(s->model.home.selected, 0);
    press('k');
    ck_assert_int_eq(s->model.home.selected, 0);
}
END_TEST

START_TEST(the_filter_takes_letters_until_enter)
{
    sample_keys(s, "/q til");
    ck_assert_str_eq(s->model.home.filter, "q til");
    for (int i = 0; i < 9; i++)
        press(0x7f);
    sample_keys(s, "TIL");
    ck_assert_int_eq(s->model.home.selected, 1);
    ck_assert(home_shows(&s->model, 1));
    ck_assert(!home_shows(&s->model, 0));
    press(K_ENTER);
    press(K_ENTER);
    ck_assert_int_eq(s->model.screen, SCREEN_LESSON);
    press('q');
    press(K_ESCAPE);
    ck_assert(home_shows(&s->model, 0));
}
END_TEST

START_TEST(a_filter_without_a_match_opens_nothing)
{
    sample_keys(s, "/zzz\n");
    press(K_ENTER);
    ck_assert_int_eq(s->model.screen, SCREEN_HOME);
    ck_assert_int_eq(out.count, 0);
}
END_TEST

START_TEST(opening_a_lesson_asks_for_its_files)
{
    press('g');
    press(K_ENTER);
    ck_assert_int_eq(s->model.screen, SCREEN_LESSON);
    ck_assert_int_eq(out.at[0].kind, EFFECT_LOAD);
    ck_assert_ptr_eq(out.at[0].lesson, &s->lessons[0]);
    ck_assert_int_eq(out.at[1].kind, EFFECT_SAVE);
    ck_assert_int_eq(s->model.work.last, 2);
}
END_TEST

START_TEST(hints_open_one_by_one_and_are_counted)
{
    sample_open(s);
    press('h');
    ck_assert_int_eq(s->model.work.state[11].hints, 1);
    ck_assert_int_eq(out.at[0].kind, EFFECT_SAVE);
    sample_keys(s, "hhh");
    ck_assert_int_eq(s->model.work.state[11].hints, 3);
    ck_assert_str_eq(s->model.message, "these are all hints");
}
END_TEST

START_TEST(the_card_browser_is_asked_for_and_left)
{
    press('d');
    ck_assert_int_eq(s->model.screen, SCREEN_CARDS);
    ck_assert_int_eq(out.at[0].kind, EFFECT_CARDS);
    press('n'); /* nothing was read yet */
    press('m');
    press('q');
    ck_assert_int_eq(s->model.screen, SCREEN_HOME);
}
END_TEST

/* Is the text on the screen? */
static bool on_screen(const char *text)
{
    struct buf b = sample_draw(s);
    bool found = strstr(b.at, text) != NULL;

    buf_release(&b);
    return found;
}

START_TEST(the_run_answers_only_what_was_predicted)
{
    sample_resize(s, 60, 80);
    sample_predict(s);
    ck_assert(on_screen("answer with 1 to 2"));
    ck_assert(!on_screen("The run says"));
    sample_keys(s, "2");
    ck_assert(on_screen("> 2  about 8"));
    ck_assert(!on_screen("The run says")); /* nothing ran yet */
    sample_send(s, (struct event){ .kind = EVENT_COMPARED, .pair = &s->pair });
    sample_keys(s, "q");
    ck_assert(on_screen("The run says 8, that is 2: as you said"));
    ck_assert(!on_screen("1.849")); /* the second question is open */
    sample_keys(s, "1");
    ck_assert(on_screen("The run says 1.849, that is 2: not as you said"));
}
END_TEST

START_TEST(predictions_take_only_their_own_answers)
{
    sample_predict(s);
    sample_keys(s, "5");
    ck_assert_int_eq(s->model.lesson.guess[11][0], 0);
    ck_assert_ptr_nonnull(strstr(s->model.message, "2 answers"));
    sample_keys(s, "121");
    ck_assert_int_eq(s->model.lesson.guess[11][0], 1); /* the first stays */
    ck_assert_int_eq(s->model.lesson.guess[11][1], 2);
    ck_assert_ptr_nonnull(strstr(s->model.message, "all is predicted"));
    s->lessons[1].prediction_count = 0;
    sample_keys(s, "1");
    ck_assert_ptr_nonnull(strstr(s->model.message, "no prediction"));
}
END_TEST

START_TEST(cards_show_their_figures_beside_another_card)
{
    struct diags ds = { .arena = &s->arena };
    struct card cards[2];

    ck_assert(card_load(&s->arena, "engine/time/cards", "t4", &cards[0], &ds));
    ck_assert(
        card_load(&s->arena, "engine/time/cards", "h100-sxm", &cards[1], &ds));
    sample_resize(s, 300, 80);
    sample_keys(s, "d");
    sample_send(s, (struct event){
                       .kind = EVENT_CARDS, .cards = cards, .card_count = 2 });
    ck_assert(on_screen("2 of 2")); /* the card in use */
    ck_assert(on_screen("source:"));
    sample_keys(s, "mn");
    ck_assert(on_screen("beside h100-sxm"));
    ck_assert(on_screen("132"));
    ck_assert(on_screen("40"));
    sample_keys(s, "pm");
    ck_assert(!on_screen("; beside"));
}
END_TEST

START_TEST(warps_play_and_step_both_ways)
{
    struct compare_view *v = &s->model.run.one;

    sample_open(s);
    sample_send(s, (struct event){ .kind = EVENT_SHOWN, .shown = &s->shown });
    sample_keys(s, "2..");
    ck_assert_uint_eq(v->now, 2 * v->per_col);
    sample_keys(s, ",");
    ck_assert_uint_eq(v->now, v->per_col);
    sample_keys(s, ",,");
    ck_assert_uint_eq(v->now, 0);
    ck_assert(on_screen("cycle 0: 3 of 6 issue"));
    sample_keys(s, " ");
    ck_assert(s->model.run.playing);
    sample_send(s, (struct event){ .kind = EVENT_PLAY });
    ck_assert_uint_eq(v->now, v->per_col);
    for (int i = 0; i < 2000; i++)
        sample_send(s, (struct event){ .kind = EVENT_PLAY });
    ck_assert(!s->model.run.playing); /* the end */
    ck_assert_uint_eq(v->now, 1399);
    sample_keys(s, ", 1");
    sample_send(s, (struct event){ .kind = EVENT_PLAY });
    ck_assert(!s->model.run.playing); /* another tab */
}
END_TEST

START_TEST(banks_show_only_requests_of_shared_memory)
{
    int shared = 0;

    sample_open(s);
    shown_pick(&s->arena, &s->shown, 1);
    sample_send(s, (struct event){ .kind = EVENT_SHOWN, .shown = &s->shown });
    sample_keys(s, "5");
    for (int i = 0; i < s->shown.pair.request_count; i++)
        shared += s->shown.pair.requests[i].sample->is_shared;
    ck_assert_int_eq(shared, 1);
    ck_assert_int_eq(s->shown.banks.request_count, shared);
    ck_assert(on_screen("2 wavefronts (ideal 1)"));
    shown_pick(&s->arena, &s->shown, 0);
    sample_send(s, (struct event){ .kind = EVENT_SHOWN, .shown = &s->shown });
    ck_assert(on_screen("no request of shared memory"));
}
END_TEST

START_TEST(the_solution_opens_after_a_pass)
{
    struct checked pass = s->fail;

    sample_open(s);
    press('s');
    ck_assert_int_eq(s->model.lesson.page, PAGE_CHAPTER);
    ck_assert_ptr_nonnull(strstr(s->model.message, "after a pass"));
    pass.result.verdict = VERDICT_PASS;
    pass.result.points = 10;
    sample_send(s, (struct event){ .kind = EVENT_CHECKED, .check = &pass });
    ck_assert(s->model.work.state[11].passed);
    ck_assert_int_eq(s->model.work.state[11].points, 10);
    press('s');
    ck_assert_int_eq(s->model.screen, SCREEN_LESSON);
    ck_assert_int_eq(s->model.lesson.page, PAGE_SOLUTION);
}
END_TEST

START_TEST(a_failed_check_keeps_an_earlier_pass)
{
    s->model.work.state[11].passed = true;
    s->model.work.state[11].points = 10;
    show_fail();
    ck_assert(s->model.work.state[11].passed);
    ck_assert_int_eq(s->model.work.state[11].points, 10);
    ck_assert_int_eq(s->model.work.state[11].tries, 3);
}
END_TEST

START_TEST(reset_needs_a_yes)
{
    sample_open(s);
    press('x');
    ck_assert(s->model.confirm_reset);
    ck_assert_int_eq(out.count, 0);
    press('n');
    ck_assert_int_eq(out.count, 0);
    ck_assert_str_eq(s->model.message, "nothing was changed");
    press('x');
    press('y');
    ck_assert_int_eq(out.at[0].kind, EFFECT_RESET);
    ck_assert(!s->model.confirm_reset);
}
END_TEST

START_TEST(without_a_working_copy_nothing_is_edited)
{
    s->text.exercise_path = NULL;
    sample_open(s);
    press('e');
    ck_assert_int_eq(out.count, 0);
    ck_assert(s->model.message_is_bad);
    press('x');
    ck_assert(!s->model.confirm_reset);
}
END_TEST

START_TEST(edit_opens_the_line_of_the_selected_finding)
{
    show_fail();
    press('e');
    ck_assert_int_eq(out.at[0].kind, EFFECT_EDIT);
    ck_assert_str_eq(out.at[0].path, "/work/11-tiling/exercise.cu");
    ck_assert_int_eq(out.at[0].line, 12);
    press('j');
    press('e');
    ck_assert_int_eq(out.at[0].line, 10);
    s->fail.result.findings[1].file = "lessons/11-tiling/main.cu";
    press('e');
    ck_assert_int_eq(out.at[0].line, 0);
    sample_send(s,
                (struct event){ .kind = EVENT_CHECKED, .check = &s->broken });
    press(K_ENTER);
    ck_assert_int_eq(out.at[0].line, 12);
}
END_TEST

START_TEST(selecting_a_finding_brings_it_onto_the_screen)
{
    int first, end;

    show_fail();
    sample_resize(s, 18, 60);
    ck_assert_int_eq(s->model.check.selected, 0);
    press('j');
    ck_assert_int_eq(s->model.check.selected, 1);
    doc_item(&s->model.check.doc, 1, &first, &end);
    ck_assert_int_gt(end, first);
    ck_assert_int_ge(first, s->model.check.scroll);
    ck_assert_int_lt(first, s->model.check.scroll + 15);
    press('k');
    ck_assert_int_eq(s->model.check.selected, 0);
    doc_item(&s->model.check.doc, 0, &first, &end);
    ck_assert_int_ge(first, s->model.check.scroll);
    ck_assert_int_lt(first, s->model.check.scroll + 15);
}
END_TEST

START_TEST(while_a_job_runs_only_cancel_and_quit_work)
{
    sample_open(s);
    press('c');
    ck_assert_int_eq(out.at[0].kind, EFFECT_CHECK);
    press('c');
    ck_assert_int_eq(out.count, 0);
    press('e');
    ck_assert_int_eq(out.count, 0);
    press(K_ESCAPE);
    ck_assert_int_eq(out.at[0].kind, EFFECT_CANCEL);
    ck_assert(s->model.job.cancelling);
    sample_send(s, (struct event){ .kind = EVENT_CANCELLED });
    ck_assert_int_eq(s->model.job.running, JOB_NONE);
    ck_assert_int_eq(s->model.screen, SCREEN_LESSON);
    press(K_CTRL('c'));
    ck_assert_int_eq(out.at[0].kind, EFFECT_QUIT);
}
END_TEST

START_TEST(a_job_that_fails_says_why)
{
    sample_open(s);
    press('v');
    ck_assert_int_eq(out.at[0].kind, EFFECT_COMPARE);
    sample_send(s,
                (struct event){ .kind = EVENT_FAILED, .message = "disk full" });
    ck_assert_str_eq(s->model.message, "disk full");
    ck_assert(s->model.message_is_bad);
    ck_assert_int_eq(s->model.job.running, JOB_NONE);
}
END_TEST

START_TEST(a_pair_is_run_once_per_lesson)
{
    show_pair();
    press('q');
    press('v');
    ck_assert_int_eq(out.count, 0);
    ck_assert_int_eq(s->model.screen, SCREEN_COMPARE);
    press('q');
    press('p');
    press('v');
    ck_assert_str_eq(s->model.message, "this lesson has no pair to compare");
}
END_TEST

START_TEST(zoom_and_pan_stay_within_the_run)
{
    struct compare_view *v = &s->model.compare;

    show_pair();
    press('3');
    ck_assert_uint_eq(v->per_col, 20);
    for (int i = 0; i < 20; i++)
        press('+');
    ck_assert_uint_eq(v->per_col, 1);
    for (int i = 0; i < 99; i++)
        press(K_RIGHT);
    ck_assert_uint_eq(v->first, 1400 - 70);
    for (int i = 0; i < 99; i++)
        press(K_LEFT);
    ck_assert_uint_eq(v->first, 0);
    press(K_RIGHT);
    for (int i = 0; i < 40; i++)
        press('-');
    ck_assert_uint_eq(v->per_col, 20);
    ck_assert_uint_eq(v->first, 0);
}
END_TEST

/* An event, keeping the effects. */
static void happen(struct event e)
{
    out = (struct effects){ 0 };
    update(&s->model, &e, &out);
}

static bool has_effect(enum effect_kind kind)
{
    for (int i = 0; i < out.count; i++)
        if (out.at[i].kind == kind)
            return true;
    return false;
}

START_TEST(a_save_checks_by_itself)
{
    const struct event save = { .kind = EVENT_SAVED };

    happen(save); /* no lesson is open */
    ck_assert_int_eq(s->model.job.running, JOB_NONE);
    sample_open(s);
    happen(save);
    ck_assert_int_eq(s->model.job.running, JOB_CHECK);
    ck_assert(has_effect(EFFECT_CHECK) && has_effect(EFFECT_LOAD));
    /* Saved again while it runs: it is stopped, and started anew. */
    happen(save);
    ck_assert(has_effect(EFFECT_CANCEL) && !has_effect(EFFECT_CHECK));
    happen((struct event){ .kind = EVENT_CANCELLED });
    ck_assert(has_effect(EFFECT_CHECK));
    ck_assert_int_eq(s->model.job.running, JOB_CHECK);
    happen((struct event){ .kind = EVENT_CHECKED, .check = &s->fail });
    ck_assert_int_eq(s->model.job.running, JOB_NONE);
    sample_keys(s, "a");
    happen(save);
    ck_assert_int_eq(s->model.job.running, JOB_NONE);
}
END_TEST

START_TEST(steps_are_listed_once_and_the_oldest_go)
{
    char text[16];

    sample_open(s);
    press('c');
    for (int i = 0; i < 30; i++) {
        snprintf(text, sizeof text, "step %d", i / 2);
        sample_send(s, (struct event){ .kind = EVENT_STEP, .message = text });
    }
    ck_assert_int_eq(s->model.job.step_count, STEPS_MAX);
    ck_assert_str_eq(s->model.job.steps[STEPS_MAX - 1], "step 14");
    ck_assert_str_eq(s->model.job.steps[0], "step 7");
}
END_TEST

START_TEST(help_closes_to_where_it_was_opened)
{
    show_pair();
    press('?');
    ck_assert(s->model.help);
    press('2');
    ck_assert_int_eq(s->model.compare.tab, TAB_BARS);
    press(K_ESCAPE);
    ck_assert(!s->model.help);
    ck_assert_int_eq(s->model.screen, SCREEN_COMPARE);
}
END_TEST

START_TEST(requests_come_worst_first)
{
    ck_assert_int_eq(s->pair.request_count, 3);
    ck_assert_uint_eq(s->pair.requests[0].excess, 196608);
    ck_assert_int_eq(s->pair.requests[0].side, 0);
    ck_assert_uint_eq(s->pair.requests[1].excess, 4000);
    ck_assert_uint_eq(s->pair.requests[2].excess, 0);
}
END_TEST

static const struct {
    struct value v;
    const char *text;
} numbers[] = {
    { { false, 5, NULL }, "-" },
    { { true, 0, NULL }, "0" },
    { { true, 999, NULL }, "999" },
    { { true, 1234567, NULL }, "1 234 567" },
    { { true, -1234, NULL }, "-1 234" },
    { { true, 12.5, NULL }, "12.50" },
    { { true, 0.0123, NULL }, "0.0123" },
    { { true, 1e18, NULL }, "1e+18" },
    { { true, 0, "registers" }, "registers" },
};

START_TEST(numbers_read_well)
{
    char text[NUMBER_MAX];

    number_text(numbers[_i].v, text);
    ck_assert_str_eq(text, numbers[_i].text);
}
END_TEST

START_TEST(ratios_say_which_way)
{
    struct value a = { true, 8, NULL }, b = { true, 2, NULL };
    struct value zero = { true, 0, NULL }, none = { false, 0, NULL };
    char text[NUMBER_MAX];

    ratio_text(a, b, text);
    ck_assert_str_eq(text, "÷ 4");
    ratio_text(b, a, text);
    ck_assert_str_eq(text, "× 4");
    ratio_text(a, a, text);
    ck_assert_str_eq(text, "=");
    ratio_text(a, zero, text);
    ck_assert_str_eq(text, "-");
    ratio_text(none, a, text);
    ck_assert_str_eq(text, "-");
}
END_TEST

Suite *update_suite(void)
{
    Suite *suite = suite_create("update");
    TCase *tc = tcase_create("core");

    tcase_add_checked_fixture(tc, set_up, tear_down);
    tcase_add_test(tc, the_list_starts_where_you_stopped);
    tcase_add_test(tc, the_filter_takes_letters_until_enter);
    tcase_add_test(tc, a_filter_without_a_match_opens_nothing);
    tcase_add_test(tc, opening_a_lesson_asks_for_its_files);
    tcase_add_test(tc, hints_open_one_by_one_and_are_counted);
    tcase_add_test(tc, the_run_answers_only_what_was_predicted);
    tcase_add_test(tc, predictions_take_only_their_own_answers);
    tcase_add_test(tc, the_card_browser_is_asked_for_and_left);
    tcase_add_test(tc, cards_show_their_figures_beside_another_card);
    tcase_add_test(tc, warps_play_and_step_both_ways);
    tcase_add_test(tc, banks_show_only_requests_of_shared_memory);
    tcase_add_test(tc, the_solution_opens_after_a_pass);
    tcase_add_test(tc, a_failed_check_keeps_an_earlier_pass);
    tcase_add_test(tc, reset_needs_a_yes);
    tcase_add_test(tc, without_a_working_copy_nothing_is_edited);
    tcase_add_test(tc, edit_opens_the_line_of_the_selected_finding);
    tcase_add_test(tc, selecting_a_finding_brings_it_onto_the_screen);
    tcase_add_test(tc, while_a_job_runs_only_cancel_and_quit_work);
    tcase_add_test(tc, a_job_that_fails_says_why);
    tcase_add_test(tc, a_pair_is_run_once_per_lesson);
    tcase_add_test(tc, zoom_and_pan_stay_within_the_run);
    tcase_add_test(tc, a_save_checks_by_itself);
    tcase_add_test(tc, steps_are_listed_once_and_the_oldest_go);
    tcase_add_test(tc, help_closes_to_where_it_was_opened);
    tcase_add_test(tc, requests_come_worst_first);
    tcase_add_loop_test(tc, numbers_read_well, 0,
                        sizeof numbers / sizeof *numbers);
    tcase_add_test(tc, ratios_say_which_way);
    suite_add_tcase(suite, tc);
    return suite;
}
