// SPDX-License-Identifier: Apache-2.0
// Does nothing: what any cheat may have at most.
void solve(const float *a, const float *b, float *c, int n)
{
    (void)a, (void)b, (void)c, (void)n;
}
