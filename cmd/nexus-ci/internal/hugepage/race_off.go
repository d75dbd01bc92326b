//go:build !race

package hugepage

const race = false
