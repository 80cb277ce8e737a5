/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What test_session.c runs as the device. Reads its bus to the end, says in
 * `device.log` beside it how it was started, then copies the file `trace`
 * beside it to where it was told. The file `mode` says how it fails.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[4000];

static FILE *beside(const char *name, const char *how)
{
    char path[4200];

    snprintf(path, sizeof path, "%s/%s", folder, name);
    return fopen(path, how);
}

static long drain(int fd)
{
    char part[4096];
    long sum = 0;
    ssize_t n;

    while ((n = read(fd, part, sizeof part)) > 0)
        sum += n;
    return sum;
}

static void copy_trace(const char *to)
{
    FILE *in = beside("trace", "rb"), *out = fopen(to, "wb");
    int c;

    if (!in || !out)
        exit(9);
    while ((c = getc(in)) != EOF)
        putc(c, out);
    fclose(out);
    fclose(in);
}

static void say(int argc, char **argv, long bytes)
{
    FILE *log = beside("device.log", "w");

    if (!log)
        exit(9);
    fprintf(log, "%s", strrchr(argv[0], '/') + 1);
    for (int i = 1; i < argc; i++)
        if (strncmp(argv[i - 1], "--trace", 7) != 0 &&
            strncmp(argv[i - 1], "--cards", 7) != 0)
            fprintf(log, " %s", argv[i]);
    fprintf(log, "\nbytes %ld\nfiles", bytes);
    for (int fd = 0; fd < 256; fd++)
        if (fd != fileno(log) && fcntl(fd, F_GETFD) >= 0)
            fprintf(log, " %d", fd);
    fprintf(log, "\n");
    fclose(log);
}

int main(int argc, char **argv)
{
    const char *trace = NULL;
    char mode[20] = "";
    int bus = -1;
    FILE *f;

    snprintf(folder, sizeof folder, "%s", argv[0]);
    *strrchr(folder, '/') = 0;
    for (int i = 1; i + 1 < argc; i++) {
        if (!strcmp(argv[i], "--bus"))
            bus = atoi(argv[i + 1]);
        if (!strcmp(argv[i], "--trace"))
            trace = argv[i + 1];
    }
    f = beside("mode", "r");
    if (f && fgets(mode, sizeof mode, f))
        fclose(f);
    if (!strcmp(mode, "early"))
        abort();
    say(argc, argv, drain(bus));
    if (!strcmp(mode, "crash"))
        abort();
    if (!strcmp(mode, "slow"))
        usleep(1300000);
    if (!strcmp(mode, "busy"))
        for (;;)
            pause();
    if (strcmp(mode, "none") != 0 && trace)
        copy_trace(trace);
    return !strcmp(mode, "fail");
}
