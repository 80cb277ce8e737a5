/* SPDX-License-Identifier: Apache-2.0 */
/* What test_session.c runs as the learner's program: argv[1] says what it
   does, well or badly. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/resource.h>
#include <unistd.h>

static void sleep_on(void)
{
    for (;;)
        pause();
}

/* 20 children, some in sessions of their own, some with children. */
static void leave_many(void)
{
    for (int i = 0; i < 20; i++) {
        if (fork() == 0) {
            if (i % 2)
                setsid();
            if (i % 4 == 1 && fork() == 0)
                setsid();
            sleep_on();
        }
    }
}

/* A daemon that never stops writing to what was our output. */
static void leave_writer(void)
{
    char line[4096];

    memset(line, 'w', sizeof line);
    if (fork() != 0)
        return;
    setsid();
    while (write(1, line, sizeof line) > 0)
        continue;
    sleep_on();
}

static void flood(void)
{
    static char part[1 << 20];

    memset(part, 'x', sizeof part);
    for (int i = 0; i < 1024; i++)
        for (size_t done = 0; done < sizeof part;)
            done += (size_t)write(1, part + done, sizeof part - done);
}

static void put(int fd, const char *s)
{
    if (write(fd, s, strlen(s)) < 0)
        exit(99);
}

static void say_order(void)
{
    for (int i = 0; i < 3; i++) {
        put(1, "out ");
        put(2, "err ");
    }
}

static void copy_input(void)
{
    char part[100];
    ssize_t n;

    put(1, "<");
    while ((n = read(0, part, sizeof part)) > 0)
        if (write(1, part, (size_t)n) != n)
            exit(99);
    put(1, ">");
}

/* Where it finds itself. */
static void say_place(char **argv)
{
    char cwd[4096];

    printf("bus %s\npath %s\n", getenv("WARPLINGS_BUS"),
           getenv("LD_LIBRARY_PATH"));
    printf("files");
    for (int fd = 0; fd < 256; fd++)
        if (fcntl(fd, F_GETFD) >= 0)
            printf(" %d", fd);
    printf("\nleader %d\nfixed %d\n", getsid(0) == getpid(),
           (personality(~0u) & ADDR_NO_RANDOMIZE) != 0);
    printf("cwd %s\nargs", getcwd(cwd, sizeof cwd) ? cwd : "?");
    for (argv += 2; *argv; argv++)
        printf(" [%s]", *argv);
    printf("\n");
}

static void say_limits(void)
{
    static const int what[] = { RLIMIT_CORE, RLIMIT_NPROC, RLIMIT_FSIZE,
                                RLIMIT_DATA, RLIMIT_CPU };

    for (int i = 0; i < 5; i++) {
        struct rlimit r;

        if (getrlimit(what[i], &r) == 0)
            printf("%lld ",
                   r.rlim_cur == RLIM_INFINITY ? -1ll : (long long)r.rlim_cur);
    }
    printf("%s\n", malloc((size_t)3 << 30) ? "big" : "refused");
}

static void fill_file(void)
{
    int fd = open("filled", O_CREAT | O_WRONLY | O_TRUNC, 0600);
    char part[1000] = { 0 };

    for (int i = 0; i < 100; i++)
        if (write(fd, part, sizeof part) < 0)
            exit(errno == EFBIG ? 98 : 97);
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    int n = argc > 2 ? atoi(argv[2]) : 0;

    if (!strcmp(what, "exit"))
        return n;
    if (!strcmp(what, "raise"))
        raise(n);
    if (!strcmp(what, "sleep"))
        sleep_on();
    if (!strcmp(what, "stubborn")) {
        signal(SIGTERM, SIG_IGN);
        signal(SIGINT, SIG_IGN);
        signal(SIGHUP, SIG_IGN);
        put(1, "here");
        for (;;)
            sleep(1);
    }
    if (!strcmp(what, "flood"))
        flood();
    if (!strcmp(what, "many"))
        leave_many();
    if (!strcmp(what, "writer"))
        leave_writer();
    if (!strcmp(what, "order"))
        say_order();
    if (!strcmp(what, "input"))
        copy_input();
    if (!strcmp(what, "place"))
        say_place(argv);
    if (!strcmp(what, "limits"))
        say_limits();
    if (!strcmp(what, "file"))
        fill_file();
    if (!strcmp(what, "bus"))
        put(atoi(getenv("WARPLINGS_BUS")), "12345");
    if (!strcmp(what, "quiet")) {
        close(1);
        close(2);
        usleep(100000);
    }
    return 0;
}
