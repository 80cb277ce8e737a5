# SPDX-License-Identifier: Apache-2.0
"""Programs that call every device function of the CUDA Math API once.

Each prints a line per call: its number, then 32 results as bits. The same
program is built by clang with our headers and by nvcc with NVIDIA's; then
compare.py looks at the two. usage: make.py FOLDER
"""
import os
import sys

BITS = """
__device__ unsigned b(bool x) { return x; }
__device__ unsigned b(int x) { return x; }
__device__ unsigned b(unsigned x) { return x; }
__device__ unsigned b(short x) { return (unsigned short)x; }
__device__ unsigned b(unsigned short x) { return x; }
__device__ unsigned b(long x) { return (unsigned)x ^ (unsigned)(x >> 32); }
__device__ unsigned b(unsigned long x)
{
    return (unsigned)x ^ (unsigned)(x >> 32);
}
__device__ unsigned b(long long x) { return (unsigned)x ^ (unsigned)(x >> 32); }
__device__ unsigned b(unsigned long long x)
{
    return (unsigned)x ^ (unsigned)(x >> 32);
}
__device__ unsigned b(float f) { return __float_as_uint(f); }
__device__ unsigned b(double d)
{
    return (unsigned)(__double_as_longlong(d) >> 32);
}
"""
MAIN = """
int main()
{
    static const unsigned odd[] = { %(odd)s };
    static unsigned in[96], out[%(count)d * 32];
    unsigned *a, *o, r = 12345;

    for (int i = 0; i < 96; i++) {
        r = r * 1664525u + 1013904223u;
        in[i] = i %% 3 == 0 ? odd[(r >> 20) %% 16] : %(random)s;
    }
    cudaMalloc(&a, sizeof in);
    cudaMalloc(&o, sizeof out);
    cudaMemcpy(a, in, sizeof in, cudaMemcpyHostToDevice);
    k<<<1, 32>>>(o, a);
    cudaMemcpy(out, o, sizeof out, cudaMemcpyDeviceToHost);
    for (int c = 0; c < %(count)d; c++) {
        printf("%%d", c);
        for (int i = 0; i < 32; i++)
            printf(" %%x", out[c * 32 + i]);
        puts("");
    }
    cudaFree(a);
    cudaFree(o);
    return 0;
}
"""


def write(name, head, setup, calls, odd, random):
    """The program NAME.cu and the list of its calls, NAME.txt."""
    path = os.path.join(sys.argv[1], name)
    with open(path + ".cu", "w") as f:
        f.write("#include <cstdio>\n#include <cstring>\n" + head + BITS)
        f.write("__global__ void k(unsigned *o, const unsigned *a)\n{\n")
        f.write("    int i = threadIdx.x;\n    " + setup + "\n")
        for c, call in enumerate(calls):
            f.write("    o[%d * 32 + i] = b(%s);\n" % (c, call))
        f.write("}\n" + MAIN % {"odd": odd, "random": random,
                                "count": len(calls)})
    with open(path + ".txt", "w") as f:
        f.write("\n".join(calls) + "\n")


def modes(stem, ends=("rn", "rz", "rd", "ru")):
    return [stem + "_" + e for e in ends]


def one(names):
    return ["%s(x)" % n for n in names]


def two(names):
    return ["%s(x, y)" % n for n in names]


def three(names):
    return ["%s(x, y, z)" % n for n in names]


INTS = (("int", "int"), ("uint", "unsigned"), ("short", "short"),
        ("ushort", "unsigned short"), ("ll", "long long"),
        ("ull", "unsigned long long"))
SIMD_ODD = ("0, 0x80000000, 0x7fffffff, 0xffffffff, 0x80808080, 0x7f7f7f7f, "
            "0x80008000, 0x7fff7fff, 1, 0x01010101, 0xff00ff00, 0x00ff00ff, "
            "0x8000, 0x80, 0x12345678, 0xfedcba98")


def simd():
    un = "vabs vabsss vneg vnegss".split()
    bi = ("vabsdiffs vabsdiffu vadd vaddss vaddus vavgs vavgu vcmpeq vcmpges "
          "vcmpgeu vcmpgts vcmpgtu vcmples vcmpleu vcmplts vcmpltu vcmpne "
          "vhaddu vmaxs vmaxu vmins vminu vsads vsadu vseteq vsetges vsetgeu "
          "vsetgts vsetgtu vsetles vsetleu vsetlts vsetltu vsetne vsub vsubss "
          "vsubus").split()
    calls = one("__%s%d" % (n, k) for n in un for k in (2, 4))
    calls += two("__%s%d" % (n, k) for n in bi for k in (2, 4))
    calls += one("__brev __clz __ffs __popc".split())
    calls += two("__mul24 __umul24 __mulhi __umulhi __hadd __rhadd __uhadd "
                 "__urhadd".split())
    for t in ("max", "min"):
        for k in ("s32", "s16x2"):
            calls += two(["__vi%s_%s_relu" % (t, k)])
            calls += three(["__viadd%s_%s_relu" % (t, k),
                            "__vi%s3_%s_relu" % (t, k)])
        for k in ("s32", "u32", "s16x2", "u16x2"):
            calls += three(["__viadd%s_%s" % (t, k), "__vi%s3_%s" % (t, k)])
        for k in ("s32", "u32"):
            calls += ["__vib%s_%s(x, y, &p)" % (t, k), "p"]
        for k in ("s16x2", "u16x2"):
            calls += ["__vib%s_%s(x, y, &p, &q)" % (t, k), "p", "q"]
    calls += three("__sad __usad __byte_perm __dp4a __dp2a_lo __dp2a_hi "
                   "__funnelshift_l __funnelshift_lc __funnelshift_r "
                   "__funnelshift_rc".split())
    calls += ["__fns(x, y % 32, 1)", "umin(x, y)", "umax(x, y)", "abs((int)x)"]
    write("simd", "", "unsigned x = a[i], y = a[i + 32], z = a[i + 64];"
          " bool p, q;", calls, SIMD_ODD, "r")


def halves(bf):
    t, t2, name = (("__nv_bfloat16", "__nv_bfloat162", "bfloat16") if bf else
                   ("__half", "__half2", "half"))
    fun = ("sqrt rsqrt rcp sin cos exp exp2 exp10 log log2 log10 ceil floor "
           "rint trunc tanh").split()
    arith = ("add sub mul".split())
    cmp = "eq ne lt le gt ge equ neu ltu leu gtu geu".split()
    calls = one(["__hneg", "__habs", "__hisnan", "__hisinf"] +
                ["h" + n for n in fun])
    calls += two(["__h%s%s" % (n, e) for n in arith
                  for e in ("", "_sat", "_rn")] +
                 ["__hdiv", "__hmax", "__hmin", "__hmax_nan", "__hmin_nan"] +
                 ["__h" + n for n in cmp])
    calls += three(["__hfma", "__hfma_sat", "__hfma_relu"])
    calls += ["%s(u)" % n for n in ["__hneg2", "__habs2", "__hisnan2"] +
              ["h2" + n for n in fun] + ["__low2%s2" % name,
                                        "__high2%s2" % name,
                                        "__lowhigh2highlow"]]
    calls += ["%s(u, v)" % n for n in
              ["__h%s2%s" % (n, e) for n in arith
               for e in ("", "_sat", "_rn")] +
              ["__h2div", "__hmax2", "__hmin2", "__hmax2_nan", "__hmin2_nan",
               "__lows2%s2" % name, "__highs2%s2" % name] +
              ["__h%s2" % n for n in cmp] + ["__hb%s2" % n for n in cmp] +
              ["__h%s2_mask" % n for n in cmp]]
    calls += ["%s(u, v, w)" % n for n in
              ["__hfma2", "__hfma2_sat", "__hfma2_relu", "__hcmadd"]]
    for n, c in INTS:
        calls += one(modes("__%s2%s" % (name, n)))
        calls += ["%s((%s)(n * 37))" % (m, c)
                  for m in modes("__%s2%s" % (n, name))]
    calls += ["%s(f)" % n for n in ["__float2" + name] +
              modes("__float2" + name)] + ["__double2%s((double)f)" % name]
    calls += ["__float2%s2_rn(f)" % name, "__floats2%s2_rn(f, f * 2)" % name,
              "__float22%s2_rn(make_float2(f, f + 1))" % name,
              "__%s22float2(u).x" % name, "__low2float(u)",
              "__high2float(u)", "__low2%s(u)" % name, "__high2%s(u)" % name,
              "__%s2%s2(x)" % (name, name), "__halves2%s2(y, x)" % name,
              "__%s_as_short(x)" % name, "(%s)f" % t, "(float)x", "(int)x",
              "x + y", "x * y - z", "x < y", "-x", "u + v", "u * v - w",
              "u == v", "__shfl_xor_sync(~0u, x, 3)",
              "__shfl_down_sync(~0u, u, 3)", "__shfl_sync(~0u, x, 3)",
              "__shfl_up_sync(~0u, u, 2)"]
    head = ("#include <cuda_%s.h>\n__device__ unsigned b(%s h) { return "
            "__%s_as_ushort(h); }\n__device__ unsigned b(%s h) { unsigned r; "
            "memcpy(&r, &h, 4); return r; }\n" %
            ("bf16" if bf else "fp16", t, name, t2))
    of, pair = "__ushort_as_%s" % name, "__halves2%s2" % name
    setup = ("%s x = %s(a[i]), y = %s(a[i + 32]), z = %s(a[i + 64]); "
             "%s u = %s(x, y), v = %s(y, z), w = %s(z, x); int n = (int)a[i]; "
             "float f = __%s2float(x) * 1.001f;" %
             (t, of, of, of, t2, pair, pair, pair, name))
    odd = ("0, 0x8000, 0x3f80, 0xbf80, 0x7f7f, 0xff7f, 1, 0x8001, 0x7f, 0x7f80, "
           "0xff80, 0x7fc0, 0x4200, 0x3555, 0x4600, 0x4601" if bf else
           "0, 0x8000, 0x3c00, 0xbc00, 0x7bff, 0xfbff, 1, 0x8001, 0x3ff, 0x7c00, "
           "0xfc00, 0x7e00, 0x4200, 0x3555, 0x6400, 0x6401")
    write("bf16" if bf else "half", head, setup, calls, odd,
          "r >> 16 & 0xffff")


NUMBERS = ("0, 0x80000000, 0x3f800000, 0xbf800000, 0x7f7fffff, 0x7f800000, "
           "0xff800000, 0x7fc00000, 1, 0x3f000000, 0x40490fdb, 0xc0490fdb, "
           "0x42c80000, 0x3c23d70a, 0x4b000001, 0x5f000000")
ONE = ("acos acosh asin asinh atan atanh cbrt ceil cos cosh cospi "
       "cyl_bessel_i0 cyl_bessel_i1 erfc erfcinv erfcx erf erfinv exp10 exp2 "
       "exp expm1 fabs floor j0 j1 lgamma log10 log1p log2 logb log nearbyint "
       "normcdf normcdfinv rcbrt rint round rsqrt sin sinh sinpi sqrt tan "
       "tanh tgamma trunc y0 y1").split()
TWO = ("atan2 copysign fdim fmax fmin fmod hypot nextafter pow remainder "
       "rhypot").split()


def other(e):
    """Functions of other shapes, with the float form's ending."""
    return [c.replace("@", e) for c in (
        "ilogb@(x)", "isfinite(x)", "isinf(x)", "isnan(x)", "llrint@(x)",
        "llround@(x)", "lrint@(x)", "lround@(x)", "signbit(x)", "jn@(2, x)",
        "yn@(2, x)", "ldexp@(x, n)", "scalbn@(x, n)", "scalbln@(x, n)",
        "fma@(x, y, z)", "norm3d@(x, y, z)", "norm4d@(x, y, z, x)",
        "rnorm3d@(x, y, z)", "rnorm4d@(x, y, z, y)", "norm@(2, v)",
        "rnorm@(2, v)", "frexp@(x, &q)", "q", "modf@(x, &w)", "w",
        "remquo@(x, y, &q)", "q & 7", "(sincos@(x, &s, &c), s)", "c",
        "(sincospi@(x, &s, &c), s)", "c", "max(x, y)", "min(x, y)")]


def floats():
    fast = "cosf exp10f expf log10f log2f logf sinf tanf".split()
    calls = one([n + "f" for n in ONE] + ["__" + n for n in fast] +
                ["__saturatef", "__frsqrt_rn", "__float_as_int"] +
                [m for n in ("fsqrt", "frcp", "float2int", "float2uint",
                             "float2ll", "float2ull") for m in modes("__" + n)])
    calls += two([n + "f" for n in TWO] + ["fdividef", "__fdividef", "__powf"] +
                 [m for n in ("fadd", "fsub", "fmul", "fdiv")
                  for m in modes("__" + n)])
    calls += three(modes("__fmaf")) + other("f")
    calls += ["%s(m)" % c for n in ("int", "uint", "ll", "ull")
              for c in modes("__%s2float" % n)]
    calls += ["exp(x)", "sqrt(x)", "pow(x, 2.0f)", "fabs(x)", "floor(y)",
              "rsqrt(y)"]
    write("floats", "", "float x = __uint_as_float(a[i]), y = "
          "__uint_as_float(a[i + 32]), z = __uint_as_float(a[i + 64]), w, s, "
          "c, v[2] = { x, y }; int n = (int)(a[i] % 40) - 20, q = 0, "
          "m = (int)(a[i] * 7919u);", calls, NUMBERS,
          "(r >> 5) % 0x08000000u + 0x3c000000u")


def doubles():
    calls = one(ONE + [m for n in ("drcp", "dsqrt", "double2float",
                                   "double2int", "double2uint", "double2ll",
                                   "double2ull") for m in modes("__" + n)] +
                ["__double2hiint", "__double2loint", "__double_as_longlong"])
    calls += two(TWO + [m for n in ("dadd", "dsub", "dmul", "ddiv")
                        for m in modes("__" + n)])
    calls += three(modes("__fma")) + other("")
    calls += ["__int2double_rn((int)m)", "__uint2double_rn((unsigned)m)"]
    calls += ["%s(m)" % c for n in ("ll", "ull")
              for c in modes("__%s2double" % n)]
    calls += ["__hiloint2double((int)m, n)", "pow(x, 2)", "llabs(m)",
              "__longlong_as_double(m * 99999999999ll)",
              "__mul64hi(m * 99999999999ll, m * 7777777777ll)",
              "__umul64hi(m * 99999999999ull, m * 7777777777ull)",
              "llmax(3ll, m)", "llmin(3ll, m)", "ullmax(3ull, m)",
              "ullmin(3ull, m)", "__clzll(m)", "__ffsll(m)", "__popcll(m)",
              "__brevll(m)"]
    write("doubles", "", "double x = __uint_as_float(a[i]) * 1.0000000001, y = "
          "__uint_as_float(a[i + 32]) * 1.0000000003, z = "
          "__uint_as_float(a[i + 64]) * 0.9999999997, w, s, c, v[2] = { x, y }; "
          "int n = (int)(a[i] % 40) - 20, q = 0; long long m = "
          "(int)(a[i] * 7919u);", calls, NUMBERS,
          "(r >> 5) % 0x08000000u + 0x3c000000u")


simd()
halves(False)
halves(True)
floats()
doubles()
