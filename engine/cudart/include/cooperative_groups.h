/* SPDX-License-Identifier: Apache-2.0 */
/* Cooperative groups: block, tiles of a warp, the lanes that are here, grid. */
#ifndef WL_COOPERATIVE_GROUPS_H
#define WL_COOPERATIVE_GROUPS_H

#include "cuda_runtime.h"

#ifdef __CUDA__
#define WL_CG WL_NODEBUG __device__

namespace cooperative_groups
{

namespace wl
{
WL_DEV unsigned lane()
{
    unsigned r;
    __asm__ volatile("mov.u32 %0, %%laneid;" : "=r"(r));
    return r;
}
WL_DEV unsigned lanes_below()
{
    unsigned r;
    __asm__ volatile("mov.u32 %0, %%lanemask_lt;" : "=r"(r));
    return r;
}
WL_DEV unsigned thread_in_block()
{
    return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}
WL_DEV unsigned threads_in_block()
{
    return blockDim.x * blockDim.y * blockDim.z;
}

/* A value of any type up to 32 bytes goes word by word. */
template <class T> struct words {
    static_assert(sizeof(T) <= 32, "a shuffle moves 32 bytes at most");
    enum { count = (sizeof(T) + 3) / 4 };
    unsigned at[count];

    WL_CG explicit words(const T &v) : at()
    {
        __builtin_memcpy(at, &v, sizeof v);
    }
    WL_CG T value() const
    {
        T v;

        __builtin_memcpy(&v, at, sizeof v);
        return v;
    }
};
template <class T>
WL_DEV T shuffle(unsigned mask, const T &v, int from, int width = 32)
{
    words<T> w(v);

    for (int i = 0; i < words<T>::count; i++)
        w.at[i] = __shfl_sync(mask, w.at[i], from, width);
    return w.value();
}
template <class T>
WL_DEV T shuffle_up(unsigned mask, const T &v, unsigned by, int width)
{
    words<T> w(v);

    for (int i = 0; i < words<T>::count; i++)
        w.at[i] = __shfl_up_sync(mask, w.at[i], by, width);
    return w.value();
}
template <class T>
WL_DEV T shuffle_down(unsigned mask, const T &v, unsigned by, int width)
{
    words<T> w(v);

    for (int i = 0; i < words<T>::count; i++)
        w.at[i] = __shfl_down_sync(mask, w.at[i], by, width);
    return w.value();
}
template <class T>
WL_DEV T shuffle_xor(unsigned mask, const T &v, int lanes, int width)
{
    words<T> w(v);

    for (int i = 0; i < words<T>::count; i++)
        w.at[i] = __shfl_xor_sync(mask, w.at[i], lanes, width);
    return w.value();
}
}  // namespace wl

/* ---- the block ---------------------------------------------------------- */

class thread_block
{
  public:
    static WL_CG void sync()
    {
        __syncthreads();
    }
    static WL_CG unsigned int thread_rank()
    {
        return wl::thread_in_block();
    }
    static WL_CG unsigned int size()
    {
        return wl::threads_in_block();
    }
    static WL_CG unsigned int num_threads()
    {
        return wl::threads_in_block();
    }
    static WL_CG dim3 group_index()
    {
        return blockIdx;
    }
    static WL_CG dim3 thread_index()
    {
        return threadIdx;
    }
    static WL_CG dim3 group_dim()
    {
        return blockDim;
    }
    static WL_CG dim3 dim_threads()
    {
        return blockDim;
    }
};

WL_DEV thread_block this_thread_block()
{
    return thread_block();
}

/* ---- the grid ----------------------------------------------------------- */

/*
 * One counter per launch: the upper half counts rounds. Blocks add one; the
 * last to arrive opens the next round.
 */
static __device__ unsigned int wl_grid_arrived, wl_grid_round;

class grid_group
{
  public:
    WL_CG void sync() const
    {
        __syncthreads();
        if (wl::thread_in_block() == 0) {
            unsigned round = *(volatile unsigned *)&wl_grid_round;

            __threadfence();
            if (atomicAdd(&wl_grid_arrived, 1u) ==
                gridDim.x * gridDim.y * gridDim.z - 1) {
                wl_grid_arrived = 0;
                __threadfence();
                atomicAdd(&wl_grid_round, 1u);
            } else {
                while (*(volatile unsigned *)&wl_grid_round == round)
                    __nanosleep(100);
            }
            __threadfence();
        }
        __syncthreads();
    }
    WL_CG bool is_valid() const
    {
        return true;
    }
    static WL_CG unsigned long long block_rank()
    {
        return ((unsigned long long)blockIdx.z * gridDim.y + blockIdx.y) *
                   gridDim.x +
               blockIdx.x;
    }
    static WL_CG unsigned long long num_blocks()
    {
        return (unsigned long long)gridDim.x * gridDim.y * gridDim.z;
    }
    static WL_CG unsigned long long thread_rank()
    {
        return block_rank() * wl::threads_in_block() + wl::thread_in_block();
    }
    static WL_CG unsigned long long size()
    {
        return num_blocks() * wl::threads_in_block();
    }
    static WL_CG unsigned long long num_threads()
    {
        return size();
    }
    static WL_CG dim3 group_dim()
    {
        return gridDim;
    }
    static WL_CG dim3 dim_blocks()
    {
        return gridDim;
    }
    static WL_CG dim3 block_index()
    {
        return blockIdx;
    }
};

WL_DEV grid_group this_grid()
{
    return grid_group();
}

/* ---- lanes that are here ------------------------------------------------ */

class coalesced_group
{
  protected:
    unsigned mask_;

    /* The lane of the warp that has this rank in the group. */
    WL_CG int lane_of(unsigned rank) const
    {
        return (int)__fns(mask_, 0, (int)rank + 1);
    }

  public:
    WL_CG explicit coalesced_group(unsigned mask) : mask_(mask)
    {
    }
    WL_CG unsigned int lanes() const
    {
        return mask_;
    }
    WL_CG void sync() const
    {
        __syncwarp(mask_);
    }
    WL_CG unsigned int size() const
    {
        return (unsigned)__popc(mask_);
    }
    WL_CG unsigned int num_threads() const
    {
        return size();
    }
    WL_CG unsigned int thread_rank() const
    {
        return (unsigned)__popc(mask_ & wl::lanes_below());
    }
    WL_CG unsigned int meta_group_size() const
    {
        return 1;
    }
    WL_CG unsigned int meta_group_rank() const
    {
        return 0;
    }
    WL_CG int any(int predicate) const
    {
        return __any_sync(mask_, predicate);
    }
    WL_CG int all(int predicate) const
    {
        return __all_sync(mask_, predicate);
    }
    /* One bit per member, in the order of ranks. */
    WL_CG unsigned int ballot(int predicate) const
    {
        unsigned votes = __ballot_sync(mask_, predicate), out = 0, bit = 1;

        for (unsigned m = mask_; m; m &= m - 1, bit <<= 1) {
            if (votes & m & (0u - m))
                out |= bit;
        }
        return out;
    }
    template <class T> WL_CG T shfl(T v, unsigned int rank) const
    {
        return wl::shuffle(mask_, v, (int)lane_of(rank % size()));
    }
    template <class T> WL_CG T shfl_up(T v, unsigned int delta) const
    {
        unsigned rank = thread_rank();

        return wl::shuffle(mask_, v,
                           (int)lane_of(rank < delta ? rank : rank - delta));
    }
    template <class T> WL_CG T shfl_down(T v, unsigned int delta) const
    {
        unsigned rank = thread_rank();

        return wl::shuffle(
            mask_, v,
            (int)lane_of(rank + delta < size() ? rank + delta : rank));
    }
};

WL_DEV coalesced_group coalesced_threads()
{
    return coalesced_group(__activemask());
}

/* ---- tiles -------------------------------------------------------------- */

template <unsigned int Size, class Parent = void> class thread_block_tile
{
    static_assert(Size && Size <= 32 && !(Size & (Size - 1)),
                  "a tile has 1, 2, 4, 8, 16 or 32 threads");

    static WL_CG unsigned mask()
    {
        return Size == 32
                   ? 0xffffffffu
                   : ((1u << (Size & 31)) - 1) << (wl::lane() & ~(Size - 1));
    }

  public:
    thread_block_tile() = default;
    template <class Other>
    WL_CG thread_block_tile(const thread_block_tile<Size, Other> &)
    {
    }
    static WL_CG unsigned int lanes()
    {
        return mask();
    }
    static WL_CG void sync()
    {
        __syncwarp(mask());
    }
    static constexpr WL_CG unsigned int size()
    {
        return Size;
    }
    static constexpr WL_CG unsigned int num_threads()
    {
        return Size;
    }
    static WL_CG unsigned int thread_rank()
    {
        return wl::thread_in_block() & (Size - 1);
    }
    static WL_CG unsigned int meta_group_rank()
    {
        return wl::thread_in_block() / Size;
    }
    static WL_CG unsigned int meta_group_size()
    {
        return (wl::threads_in_block() + Size - 1) / Size;
    }
    template <class T> WL_CG T shfl(T v, int rank) const
    {
        return wl::shuffle(mask(), v, rank, Size);
    }
    template <class T> WL_CG T shfl_up(T v, unsigned int delta) const
    {
        return wl::shuffle_up(mask(), v, delta, Size);
    }
    template <class T> WL_CG T shfl_down(T v, unsigned int delta) const
    {
        return wl::shuffle_down(mask(), v, delta, Size);
    }
    template <class T> WL_CG T shfl_xor(T v, unsigned int lanes) const
    {
        return wl::shuffle_xor(mask(), v, (int)lanes, Size);
    }
    WL_CG int any(int predicate) const
    {
        return (__ballot_sync(mask(), predicate) & mask()) != 0;
    }
    WL_CG int all(int predicate) const
    {
        return (__ballot_sync(mask(), predicate) & mask()) == mask();
    }
    WL_CG unsigned int ballot(int predicate) const
    {
        return (__ballot_sync(mask(), predicate) & mask()) >>
               (wl::lane() & ~(Size - 1) & 31);
    }
    template <class T> WL_CG unsigned int match_any(T v) const
    {
        return (__match_any_sync(mask(), v) & mask()) >>
               (wl::lane() & ~(Size - 1) & 31);
    }
};

template <unsigned int Size, class Parent>
WL_DEV thread_block_tile<Size, Parent> tiled_partition(const Parent &)
{
    return thread_block_tile<Size, Parent>();
}

/* A part of a warp whose size is known only when it runs. */
WL_DEV coalesced_group tiled_partition(const thread_block &, unsigned int size)
{
    unsigned bits = size >= 32 ? 0xffffffffu : (1u << size) - 1;

    return coalesced_group(bits << (wl::lane() & ~(size - 1)));
}

/* ---- any of them -------------------------------------------------------- */

/* A block (mask 0) or some lanes of a warp, known only when it runs. */
class thread_group
{
    unsigned mask_, size_, rank_;

  public:
    WL_CG thread_group(const thread_block &b)
        : mask_(0), size_(b.size()), rank_(b.thread_rank())
    {
    }
    WL_CG thread_group(const coalesced_group &g)
        : mask_(g.lanes()), size_(g.size()), rank_(g.thread_rank())
    {
    }
    template <unsigned int Size, class Parent>
    WL_CG thread_group(const thread_block_tile<Size, Parent> &t)
        : mask_((Size == 32 ? 0xffffffffu : (1u << (Size & 31)) - 1)
                << (wl::lane() & ~(Size - 1) & 31)),
          size_(Size), rank_(t.thread_rank())
    {
    }
    WL_CG void sync() const
    {
        if (mask_)
            __syncwarp(mask_);
        else
            __syncthreads();
    }
    WL_CG unsigned int size() const
    {
        return size_;
    }
    WL_CG unsigned int num_threads() const
    {
        return size_;
    }
    WL_CG unsigned int thread_rank() const
    {
        return rank_;
    }
};

/* Members of a tile, or of a coalesced group, that say the same. */
template <unsigned int Size, class Parent>
WL_DEV coalesced_group
labeled_partition(const thread_block_tile<Size, Parent> &t, int label)
{
    return coalesced_group(__match_any_sync(t.lanes(), label) & t.lanes());
}
WL_DEV coalesced_group labeled_partition(const coalesced_group &g, int label)
{
    return coalesced_group(__match_any_sync(g.lanes(), label) & g.lanes());
}
template <class Group>
WL_DEV coalesced_group binary_partition(const Group &g, bool predicate)
{
    unsigned yes = __ballot_sync(g.lanes(), predicate) & g.lanes();

    return coalesced_group(predicate ? yes : g.lanes() & ~yes);
}

/* ---- free functions ----------------------------------------------------- */

template <class Group> WL_DEV void sync(const Group &g)
{
    g.sync();
}

template <class T> struct plus {
    WL_CG T operator()(T a, T b) const
    {
        return a + b;
    }
};
template <class T> struct less {
    WL_CG T operator()(T a, T b) const
    {
        return b < a ? b : a;
    }
};
template <class T> struct greater {
    WL_CG T operator()(T a, T b) const
    {
        return a < b ? b : a;
    }
};

#define WL_BITS(name, op)                  \
    template <class T> struct name {       \
        WL_CG T operator()(T a, T b) const \
        {                                  \
            return a op b;                 \
        }                                  \
    };
WL_BITS(bit_and, &)
WL_BITS(bit_or, |)
WL_BITS(bit_xor, ^)
#undef WL_BITS

/* The same result in every lane of the tile. */
template <unsigned int Size, class Parent, class T, class Op>
WL_DEV T reduce(const thread_block_tile<Size, Parent> &g, T v, Op op)
{
    for (unsigned int step = Size / 2; step; step /= 2)
        v = op(v, g.shfl_xor(v, step));
    return v;
}
template <class T, class Op>
WL_DEV T reduce(const coalesced_group &g, T v, Op op)
{
    for (unsigned int step = 1; step < g.size(); step *= 2) {
        T other = g.shfl_down(v, step);

        if (g.thread_rank() + step < g.size())
            v = op(v, other);
    }
    return g.shfl(v, 0);
}

template <class Group, class T, class Op>
WL_DEV T inclusive_scan(const Group &g, T v, Op op)
{
    for (unsigned int step = 1; step < g.size(); step *= 2) {
        T other = g.shfl_up(v, step);

        if (g.thread_rank() >= step)
            v = op(other, v);
    }
    return v;
}
template <class Group, class T> WL_DEV T inclusive_scan(const Group &g, T v)
{
    return inclusive_scan(g, v, plus<T>());
}

/* Rank 0 gets T(), as the CUDA guide has it for a sum. */
template <class Group, class T, class Op>
WL_DEV T exclusive_scan(const Group &g, T v, Op op)
{
    T before = g.shfl_up(inclusive_scan(g, v, op), 1);

    return g.thread_rank() ? before : T();
}
template <class Group, class T> WL_DEV T exclusive_scan(const Group &g, T v)
{
    return exclusive_scan(g, v, plus<T>());
}

}  // namespace cooperative_groups
#undef WL_CG
#endif
#endif
