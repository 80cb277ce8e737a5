/* SPDX-License-Identifier: Apache-2.0 */
#include "course/checker.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct checker_out {
    FILE *f;
};

struct checker_in {
    char *bytes;
    long size, at;
};

struct checker_verdict {
    char *output;
    long size, count; /* bytes of the output; floats expected */
    bool bad_size;
    long wrong, first;
    double expected, got;
};

/* xorshift64*: small, and the same on every machine. */
double checker_uniform(struct checker_random *r, double low, double high)
{
    r->state ^= r->state >> 12;
    r->state ^= r->state << 25;
    r->state ^= r->state >> 27;
    return low + (high - low) *
                     (double)(r->state * 2685821657736338717ull >> 11) *
                     0x1p-53;
}

void checker_put_int(struct checker_out *o, int v)
{
    fwrite(&v, sizeof v, 1, o->f);
}

void checker_put_float(struct checker_out *o, float v)
{
    fwrite(&v, sizeof v, 1, o->f);
}

static void stop(const char *why)
{
    fprintf(stderr, "checker: %s\n", why);
    exit(2);
}

static char *slurp(const char *path, long *size)
{
    FILE *f = fopen(path, "rb");
    char *bytes;

    *size = 0;
    if (!f)
        return NULL;
    fseek(f, 0, SEEK_END);
    *size = ftell(f);
    rewind(f);
    bytes = malloc((size_t)*size + 16);
    if (!bytes || fread(bytes, 1, (size_t)*size, f) != (size_t)*size)
        stop("cannot read a file");
    fclose(f);
    return bytes;
}

static const void *take(struct checker_in *in, long bytes)
{
    const void *p = in->bytes + in->at;

    if (in->size - in->at < bytes)
        stop("the input is too short");
    in->at += bytes;
    return p;
}

int checker_get_int(struct checker_in *in)
{
    int v;

    memcpy(&v, take(in, sizeof v), sizeof v);
    return v;
}

const float *checker_get_floats(struct checker_in *in, int n)
{
    return take(in, (long)n * (long)sizeof(float));
}

bool checker_expect_floats(struct checker_verdict *v, int n)
{
    v->count = n;
    v->bad_size = v->size != (long)n * (long)sizeof(float);
    return !v->bad_size;
}

static void compare(struct checker_verdict *v, int i, double expected,
                    double tolerance)
{
    float got;

    memcpy(&got, v->output + (long)i * (long)sizeof got, sizeof got);
    if (fabs(got - expected) <= tolerance) /* false for a NaN */
        return;
    if (!v->wrong++) {
        v->first = i;
        v->expected = expected;
        v->got = got;
    }
}

void checker_float(struct checker_verdict *v, int i, double expected,
                   double relative)
{
    compare(v, i, expected, relative * fabs(expected));
}

void checker_near(struct checker_verdict *v, int i, double expected,
                  double absolute)
{
    compare(v, i, expected, absolute);
}

static struct checker_random random_of(const char *seed, const char *name)
{
    struct checker_random r = {
        strtoull(seed, NULL, 10) * 0x9e3779b97f4a7c15ull + 88172645463325252ull
    };

    for (; *name; name++)
        r.state = (r.state ^ (unsigned char)*name) * 1099511628211ull;
    r.state |= 1;
    return r;
}

static int say(const struct checker_verdict *v)
{
    if (v->bad_size)
        printf("size %ld %ld\n", v->count * (long)sizeof(float), v->size);
    else if (v->wrong)
        printf("fail %ld %ld %.9g %.9g\n", v->wrong, v->first, v->expected,
               v->got);
    else
        printf("pass\n");
    return 0;
}

int checker_main(int argc, char **argv, const struct checker_case *cases,
                 int count,
                 void (*make)(const struct checker_case *,
                              struct checker_random *, struct checker_out *),
                 void (*judge)(const struct checker_case *, struct checker_in *,
                               struct checker_verdict *))
{
    const char *verb = argc > 1 ? argv[1] : "";
    const struct checker_case *c = NULL;

    for (int i = 0; i < count; i++) {
        if (!strcmp(verb, "cases"))
            printf("%s %ld %s\n", cases[i].name, cases[i].size,
                   cases[i].graded ? "graded" : "plain");
        else if (argc > 2 && !strcmp(cases[i].name, argv[2]))
            c = &cases[i];
    }
    if (!strcmp(verb, "cases"))
        return 0;
    if (!c || argc < 5)
        stop("cases | make CASE SEED INPUT | judge CASE SEED INPUT OUTPUT");
    if (!strcmp(verb, "make")) {
        struct checker_random r = random_of(argv[3], c->name);
        struct checker_out o = { fopen(argv[4], "wb") };

        if (!o.f)
            stop("cannot write the input");
        make(c, &r, &o);
        return fclose(o.f) ? 2 : 0;
    } else if (argc > 5) {
        struct checker_in in = { 0 };
        struct checker_verdict v = { 0 };

        in.bytes = slurp(argv[4], &in.size);
        v.output = slurp(argv[5], &v.size);
        if (!in.bytes)
            stop("cannot read the input");
        judge(c, &in, &v);
        return say(&v);
    }
    return 2;
}
