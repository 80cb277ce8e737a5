/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The layout of a trace file. All numbers are little-endian.
 *
 *   magic "WLTRACE\n", u32 major, u32 minor
 *   chunks: u32 kind, u64 bytes, payload
 *   the last chunk is CHUNK_END; a file without it was cut short
 *
 * A reader skips chunks it does not know, and what a minor version added to
 * the end of one. A new major version means that old
 * readers cannot make sense of the file.
 */
#ifndef TRACE_CHUNKS_H
#define TRACE_CHUNKS_H

#define TRACE_MAGIC "WLTRACE\n"

enum { TRACE_MAGIC_BYTES = 8, TRACE_MAJOR = 1, TRACE_MINOR = 7 };

enum chunk {
    CHUNK_END = 0,
    CHUNK_RUN = 1,
    CHUNK_LAUNCH = 2, /* one each */
    CHUNK_OPS = 3,
    CHUNK_CALLS = 4,
    CHUNK_FINDINGS = 5,
    CHUNK_DOWNLOAD = 6, /* one each */
    CHUNK_SITES = 7     /* places of the host program; minor 3 */
};

#endif
