// Package broker runs NATS with JetStream inside this process, for a server that is alone.
//
// In: a directory. Out: a connection that needs no port.
//
// Invariants: nothing listens on the network; what was acknowledged is on disk (each write is
// synced).
package broker

import (
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// startTime is how long reading the directory may take.
const startTime = 30 * time.Second

// A Broker is a running server of NATS.
type Broker struct{ server *server.Server }

// Start starts a server that keeps its streams below dir.
func Start(dir string) (*Broker, error) {
	s, err := server.NewServer(&server.Options{
		ServerName: "nexus-ci", DontListen: true, JetStream: true, StoreDir: dir, SyncAlways: true,
		NoLog: true, NoSigs: true, DisableJetStreamBanner: true,
	})
	if err != nil {
		return nil, fmt.Errorf("start the queue in %s: %w", dir, err)
	}
	s.Start()
	if !s.ReadyForConnections(startTime) {
		s.Shutdown()
		return nil, fmt.Errorf("start the queue in %s: not ready within %s; is the directory writable, and no other server using it?", dir, startTime)
	}
	if !s.JetStreamEnabled() {
		s.Shutdown()
		return nil, fmt.Errorf("start the queue in %s: %w", dir, errors.New("its files cannot be used; move the directory away, and the sweep restores what it held"))
	}
	return &Broker{s}, nil
}

// Connect returns a connection to the server.
func (b *Broker) Connect() (*nats.Conn, error) {
	return nats.Connect("", nats.InProcessServer(b.server), nats.MaxReconnects(-1))
}

// Stop stops the server, and returns when its files are closed.
func (b *Broker) Stop() {
	b.server.Shutdown()
	b.server.WaitForShutdown()
}
