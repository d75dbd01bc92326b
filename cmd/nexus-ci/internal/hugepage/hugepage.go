// Package hugepage asks the kernel for huge pages for the heap of this process.
//
// Go leaves the size of pages to the kernel. Where that gives huge pages only to memory for which
// they are requested, as Ubuntu and Debian do, each 4 KiB of heap costs a page fault, and in
// a virtual machine a walk through two page tables at each miss of the TLB: half of the CPU time of a
// check that finds its facts in the cache. The price is memory: some 10 % more of it is resident,
// since a huge page counts as soon as a part of it is in use.
package hugepage

// piece is the size in bytes of the allocations that cover the heap. Go clears an allocation that
// begins in memory that was in use before; only one of so small a size is ever touched by that.
const piece = 4 << 20

// pieces is the number of these allocations: they cover 512 MiB of address space, more than a check
// of a repository with a thousand files takes. A larger heap goes on in pages of the usual size.
const pieces = 128
