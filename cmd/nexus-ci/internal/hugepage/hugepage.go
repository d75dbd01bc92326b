// Package hugepage asks the kernel for huge pages for the heap of this process.
//
// Go does not request huge pages, and many kernels give them only on request (mode madvise). Then
// the heap lies in pages of 4 KiB. Each costs a page fault, and in a virtual machine each miss of the TLB a walk
// through two page tables. On such a machine that was half of the CPU time of a check of prometheus with
// stored facts. The price is memory: some 10 % more was resident, since a huge page counts as a whole
// as soon as a part of it is in use.
package hugepage

// piece is the size in bytes of one allocation of Advise. Go clears a whole allocation if any of its memory was
// in use before. With small pieces that can be one piece, not the whole range.
const piece = 4 << 20

// pieces is the number of these allocations. They cover 512 MiB of address space, more than a check
// of a repository with a thousand files takes. The part of a heap beyond that has pages of 4 KiB.
const pieces = 128
