/* SPDX-License-Identifier: Apache-2.0 */
/* Memory that is allocated and freed in the order of a stream. */
#ifndef CUDART_POOL_H
#define CUDART_POOL_H

/* cudaFree was called for memory that may be of a pool. */
void pool_forget(const void *p);

#endif
