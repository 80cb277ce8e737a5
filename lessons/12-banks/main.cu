// SPDX-License-Identifier: Apache-2.0
// Given: reads a picture, calls your solve(), writes it turned on its side.
//
//   main INPUT OUTPUT   INPUT: int width, int height, then the cells by rows
//   main                makes a small input of its own and checks it
#include <cstdio>
#include <cstdlib>
#include <vector>

void solve(const float *in, float *out, int width, int height);

static void read_all(void *to, size_t bytes, FILE *f)
{
    if (bytes && fread(to, 1, bytes, f) != bytes) {
        fprintf(stderr, "main: the input is too short\n");
        exit(2);
    }
}

static int own_input()
{
    const int width = 100, height = 75;
    std::vector<float> picture(width * height), out(width * height, -1.0f);
    int wrong = 0;

    for (int i = 0; i < width * height; i++)
        picture[i] = i;
    solve(picture.data(), out.data(), width, height);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            wrong += out[x * height + y] != picture[y * width + x];
    printf("%s\n", wrong ? "FAIL" : "PASS");
    return wrong != 0;
}

int main(int argc, char **argv)
{
    if (argc < 3)
        return own_input();
    FILE *in = fopen(argv[1], "rb"), *to = fopen(argv[2], "wb");

    if (!in || !to) {
        fprintf(stderr, "main: cannot open the files\n");
        return 2;
    }
    int size[2];

    read_all(size, sizeof size, in);
    const size_t count = (size_t)size[0] * size[1];
    std::vector<float> picture(count), out(count, -1.0f);
    read_all(picture.data(), count * sizeof(float), in);
    solve(picture.data(), out.data(), size[0], size[1]);
    fwrite(out.data(), sizeof(float), count, to);
    return fclose(to) != 0;
}
