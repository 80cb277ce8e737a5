// SPDX-License-Identifier: Apache-2.0
// Mandelbrot set: escape counts, with a complex type that has operators.
#include <cstdio>
#include <cstdlib>

struct Complex {
    float re, im;
    __host__ __device__ Complex(float a, float b) : re(a), im(b) {}
    __host__ __device__ float norm2() const { return re * re + im * im; }
    __host__ __device__ Complex operator*(const Complex &o) const
    {
        return Complex(re * o.re - im * o.im, im * o.re + re * o.im);
    }
    __host__ __device__ Complex operator+(const Complex &o) const
    {
        return Complex(re + o.re, im + o.im);
    }
};

__device__ int escape(Complex c, int limit)
{
    Complex z(0, 0);
    int i = 0;

    while (i < limit && z.norm2() < 4.0f) {
        z = z * z + c;
        i++;
    }
    return i;
}

__global__ void mandelbrot(int *out, int w, int h, int limit)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;

    if (x >= w || y >= h)
        return;
    out[y * w + x] = escape(
        Complex(-2.0f + 3.0f * x / w, -1.2f + 2.4f * y / h), limit);
}

/* The count in double; near the border float may differ, so a few may. */
static int reference(double re, double im, int limit)
{
    double x = 0, y = 0;
    int i = 0;

    while (i < limit && x * x + y * y < 4) {
        double t = x * x - y * y + re;
        y = 2 * x * y + im;
        x = t;
        i++;
    }
    return i;
}

int main()
{
    const int w = 120, h = 90, limit = 64;
    int *d, *out = (int *)malloc(w * h * sizeof(int)), differ = 0;

    cudaMalloc((void **)&d, w * h * sizeof(int));
    mandelbrot<<<dim3((w + 15) / 16, (h + 15) / 16), dim3(16, 16)>>>(d, w, h,
                                                                     limit);
    cudaMemcpy(out, d, w * h * sizeof(int), cudaMemcpyDeviceToHost);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            differ += out[y * w + x] != reference(-2.0 + 3.0 * x / w,
                                                  -1.2 + 2.4 * y / h, limit);
    cudaFree(d);
    free(out);
    printf("%s\n", differ > w * h / 200 ? "FAIL" : "PASS");
    return differ > w * h / 200;
}
