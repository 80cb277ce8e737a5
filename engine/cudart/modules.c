/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a program registers before main: fat binaries, kernels, variables. The
 * PTX goes to the device when something of it is first needed; the answer
 * lists its kernels and variables.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fatbin.h"
#include "cudart/client.h"

struct module {
    struct fatbin_wrapper *wrapper;
    bool loaded;
    int error;
};

static struct module *modules;
static struct kernel *kernels;
static struct variable *variables;
static int module_count, kernel_count, variable_count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int ensure(int module);

/* Where clang puts managed variables; our header tells. */
static char *managed_start, *managed_end;

PUBLIC void __cudaManagedSection(char *start, char *end);
PUBLIC void __cudaManagedSection(char *start, char *end)
{
    managed_start = start;
    managed_end = end;
}

static void *more(void *list, int count, size_t size)
{
    /* Power-of-two growth without a capacity to keep. */
    if (count & (count - 1))
        return list;
    list = realloc(list, (size_t)(count ? 2 * count : 1) * size);
    if (!list) {
        fputs("warplings: out of memory\n", stderr);
        abort();
    }
    return list;
}

PUBLIC void **__cudaRegisterFatBinary(void *wrapper);
PUBLIC void **__cudaRegisterFatBinary(void *wrapper)
{
    modules = more(modules, module_count, sizeof *modules);
    modules[module_count] = (struct module){ .wrapper = wrapper };
    return (void **)(uintptr_t)++module_count; /* never NULL */
}

PUBLIC void __cudaRegisterFatBinaryEnd(void **handle);
PUBLIC void __cudaRegisterFatBinaryEnd(void **handle)
{
    const int module = (int)(uintptr_t)handle - 1;
    bool managed = false;

    /* Clang's managed variables may be used before any call. */
    for (int i = 0; i < variable_count; i++)
        managed |= variables[i].module == module && variables[i].overlaid;
    if (managed)
        ensure(module);
}

PUBLIC void __cudaUnregisterFatBinary(void **handle);
PUBLIC void __cudaUnregisterFatBinary(void **handle)
{
    (void)handle;
}

PUBLIC char __cudaInitModule(void **handle);
PUBLIC char __cudaInitModule(void **handle)
{
    /* The program is about to use a managed variable. */
    ensure((int)(uintptr_t)handle - 1);
    return 1;
}

PUBLIC void __cudaRegisterFunction(void **handle, const char *host,
                                   char *device_fun, const char *name,
                                   int limit, void *tid, void *bid, void *bd,
                                   void *gd, int *size);
PUBLIC void __cudaRegisterFunction(void **handle, const char *host,
                                   char *device_fun, const char *name,
                                   int limit, void *tid, void *bid, void *bd,
                                   void *gd, int *size)
{
    (void)device_fun, (void)limit, (void)tid, (void)bid, (void)bd, (void)gd,
        (void)size;
    kernels = more(kernels, kernel_count, sizeof *kernels);
    kernels[kernel_count++] = (struct kernel){
        .host = host, .name = name, .module = (int)(uintptr_t)handle - 1
    };
}

PUBLIC void __cudaRegisterVar(void **handle, char *host, char *device,
                              const char *name, int ext, size_t size,
                              int constant, int global);
PUBLIC void __cudaRegisterVar(void **handle, char *host, char *device,
                              const char *name, int ext, size_t size,
                              int constant, int global)
{
    (void)device, (void)ext, (void)constant, (void)global;
    variables = more(variables, variable_count, sizeof *variables);
    variables[variable_count++] =
        (struct variable){ .host = host,
                           .name = name,
                           .bytes = size,
                           .overlaid =
                               host >= managed_start && host < managed_end,
                           .module = (int)(uintptr_t)handle - 1 };
}

PUBLIC void __cudaRegisterManagedVar(void **handle, void **host, char *device,
                                     const char *name, int ext, size_t size,
                                     int constant, int global);
PUBLIC void __cudaRegisterManagedVar(void **handle, void **host, char *device,
                                     const char *name, int ext, size_t size,
                                     int constant, int global)
{
    (void)device, (void)ext, (void)constant, (void)global;
    variables = more(variables, variable_count, sizeof *variables);
    variables[variable_count++] =
        (struct variable){ .host = host,
                           .name = name,
                           .bytes = size,
                           .managed = host,
                           .module = (int)(uintptr_t)handle - 1 };
}

/* The tables of an answer to MODULE: kernels, then variables. */
struct table {
    const char *at, *end;
};

static bool take(struct table *t, void *out, size_t n)
{
    if ((size_t)(t->end - t->at) < n)
        return false;
    memcpy(out, t->at, n);
    t->at += n;
    return true;
}

/* number: the device's own of the module, which counts in order of loading. */
static bool read_kernel(struct table *t, int module, uint64_t number)
{
    struct bus_kernel k;
    const char *name;
    int32_t *layout;
    size_t bytes;

    if (!take(t, &k, sizeof k) || (size_t)(t->end - t->at) < k.name_bytes)
        return false;
    name = t->at;
    t->at += k.name_bytes;
    bytes = (size_t)k.params * 2 * sizeof *layout;
    layout = malloc(bytes + 1);
    if (!layout || !take(t, layout, bytes))
        return false;
    for (int i = 0; i < kernel_count; i++)
        if (kernels[i].module == module &&
            strlen(kernels[i].name) == k.name_bytes &&
            !memcmp(kernels[i].name, name, k.name_bytes)) {
            kernels[i].known = true;
            kernels[i].handle = number << 32 | k.func;
            kernels[i].info = k;
            kernels[i].layout = layout;
        }
    return true;
}

/* A managed variable: host and device use one memory. */
static bool share(struct variable *v)
{
    if (v->managed) {
        *v->managed = (void *)(uintptr_t)v->address;
        return hosted_known(v->address, v->bytes);
    }
    return !v->overlaid ||
           hosted_bind((void *)(uintptr_t)v->host, v->address, v->bytes);
}

static bool read_symbol(struct table *t, int module)
{
    struct bus_symbol s;

    if (!take(t, &s, sizeof s) || (size_t)(t->end - t->at) < s.name_bytes)
        return false;
    for (int i = 0; i < variable_count; i++)
        if (variables[i].module == module &&
            strlen(variables[i].name) == s.name_bytes &&
            !memcmp(variables[i].name, t->at, s.name_bytes)) {
            variables[i].known = true;
            variables[i].address = s.address;
            variables[i].bytes = s.bytes;
            if (!share(&variables[i]))
                return false;
        }
    t->at += s.name_bytes;
    return true;
}

static const char *why_not(enum fatbin_found found)
{
    return found == FATBIN_NO_PTX ? "it holds machine code only; build with "
                                    "-arch=compute_80"
           : found == FATBIN_COMPRESSED
               ? "its PTX is compressed; build with --no-compress"
               : "its fat binary cannot be read";
}

/* The PTX, and behind it the names of variables that clang does not mark as
   managed, each ended by a NUL. */
static char *with_managed(int module, struct text ptx, size_t *size)
{
    size_t n = ptx.size;
    char *text;

    for (int i = 0; i < variable_count; i++)
        if (variables[i].module == module && variables[i].overlaid)
            n += strlen(variables[i].name) + 1;
    text = malloc(n + 1);
    *size = n;
    if (!text)
        return NULL;
    memcpy(text, ptx.at, ptx.size);
    n = ptx.size;
    for (int i = 0; i < variable_count; i++)
        if (variables[i].module == module && variables[i].overlaid) {
            strcpy(text + n, variables[i].name);
            n += strlen(variables[i].name) + 1;
        }
    return text;
}

static int load(int module)
{
    struct module *m = &modules[module];
    struct text ptx;
    uint64_t arg[BUS_ARGS] = { (uint64_t)module }, value[BUS_VALUES];
    enum { ANSWER_MAX = 8 << 20 };
    enum fatbin_found found = fatbin_find(m->wrapper, &ptx);
    struct table t;
    char *answer, *text;
    size_t size;

    m->loaded = true;
    if (found != FATBIN_OK) {
        fprintf(stderr, "warplings: this program cannot run here: %s\n",
                why_not(found));
        return m->error = cudaErrorNoKernelImageForDevice;
    }
    answer = malloc(ANSWER_MAX);
    if (!answer)
        return m->error = cudaErrorMemoryAllocation;
    text = with_managed(module, ptx, &size);
    arg[1] = ptx.size;
    m->error = text ? client_call(BUS_MODULE, arg, text, size, value, answer,
                                  ANSWER_MAX)
                    : cudaErrorMemoryAllocation;
    free(text);
    t = (struct table){ answer, answer + ANSWER_MAX };
    for (uint64_t i = 0; !m->error && i < value[0]; i++)
        if (!read_kernel(&t, module, value[2]))
            m->error = cudaErrorInvalidKernelImage;
    for (uint64_t i = 0; !m->error && i < value[1]; i++)
        if (!read_symbol(&t, module))
            m->error = cudaErrorInvalidKernelImage;
    free(answer);
    return m->error;
}

/* Load a module once; its error, if it has one. */
static int ensure(int module)
{
    int e;

    if (module < 0 || module >= module_count)
        return cudaErrorInvalidDeviceFunction;
    pthread_mutex_lock(&lock);
    e = modules[module].loaded ? modules[module].error : load(module);
    pthread_mutex_unlock(&lock);
    return e;
}

int client_kernel(const void *host, struct kernel **out)
{
    for (int i = 0; i < kernel_count; i++)
        if (kernels[i].host == host) {
            int e = ensure(kernels[i].module);

            *out = &kernels[i];
            return e                  ? e
                   : kernels[i].known ? 0
                                      : cudaErrorInvalidDeviceFunction;
        }
    return cudaErrorInvalidDeviceFunction;
}

int client_variable(const void *host, struct variable **out)
{
    for (int i = 0; i < variable_count; i++)
        if (variables[i].host == host) {
            int e = ensure(variables[i].module);

            *out = &variables[i];
            return e ? e : variables[i].known ? 0 : cudaErrorInvalidSymbol;
        }
    return cudaErrorInvalidSymbol;
}
