//go:build !linux

package sandbox

func offered() Protections { return Protections{} }
