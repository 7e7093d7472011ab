/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Takes the place of arch/um/include/asm/tlb.h. What is unmapped here is unmapped outside later, by the flags that its
 * page table's entries bear. Where the table itself is given back, and another thread gets a new one for the same place
 * before that, the flags are gone: pages stay mapped outside that belong to others by now, and threads write into each
 * other's memory. So the flags are read before the tables go.
 */
#ifndef __UM_TLB_H
#define __UM_TLB_H

#include <linux/mm.h>

#include <asm/tlbflush.h>
#include <asm/cacheflush.h>

#define tlb_flush tlb_flush
static inline void tlb_flush(struct mmu_gather *tlb);

#include <asm-generic/tlb.h>

static inline void tlb_flush(struct mmu_gather *tlb)
{
	if (tlb->fullmm || tlb->need_flush_all)
		flush_tlb_mm(tlb->mm);
	else if (tlb->end)
		um_tlb_mark_sync(tlb->mm, tlb->start, tlb->end);
	if (tlb->freed_tables && !tlb->fullmm)
		um_tlb_sync(tlb->mm);
}

#endif
