package mcp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// maxMessage is the largest message that is read, in bytes. The largest question that
// makes sense is far smaller.
const maxMessage = 4 << 20

// ServeLines answers a client that writes one message a line to in, until it closes in and
// every question is answered, or ctx ends.
func (s *Server) ServeLines(ctx context.Context, in io.Reader, out io.Writer) error {
	err := s.sdk.Run(ctx, &lines{in: bufio.NewReader(in), out: out})
	if errors.Is(err, io.EOF) || ctx.Err() != nil {
		return nil
	}
	return err
}

// lines is a connection of one message a line. The one that the SDK brings ends with the
// first line that is no message, and drops what is being answered when the input ends.
type lines struct {
	in  *bufio.Reader
	out io.Writer

	incoming chan jsonrpc.Message // closed at the end of the input
	closed   chan struct{}
	close    sync.Once

	write sync.Mutex
	mu    sync.Mutex
	open  map[jsonrpc.ID]bool // questions without an answer
	quiet *sync.Cond          // open is empty
}

// Connect implements sdk.Transport.
func (c *lines) Connect(context.Context) (sdk.Connection, error) {
	c.incoming, c.closed, c.open = make(chan jsonrpc.Message), make(chan struct{}), make(map[jsonrpc.ID]bool)
	c.quiet = sync.NewCond(&c.mu)
	go c.receive()
	return c, nil
}

// SessionID implements sdk.Connection.
func (c *lines) SessionID() string { return "" }

// receive reads messages until the input ends and all are answered.
func (c *lines) receive() {
	defer close(c.incoming)
	for {
		line, err := c.line()
		if message := c.decode(line); message != nil {
			select {
			case c.incoming <- message:
			case <-c.closed:
				return
			}
		}
		if err != nil {
			break
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for len(c.open) > 0 {
		c.quiet.Wait()
	}
}

// line returns the next line, nil for one that is too long, which it refuses.
func (c *lines) line() ([]byte, error) {
	var line []byte
	long := false
	for {
		part, err := c.in.ReadSlice('\n')
		if long = long || len(line)+len(part) > maxMessage; !long {
			line = append(line, part...)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if long {
			c.refuse(nil, jsonrpc.CodeInvalidRequest, fmt.Sprintf("a message has at most %d bytes", maxMessage))
			return nil, err
		}
		return line, err
	}
}

// decode returns the message of a line, nil for an empty line and for what is no message,
// which it refuses.
func (c *lines) decode(line []byte) jsonrpc.Message {
	if line = bytes.TrimSpace(line); len(line) == 0 {
		return nil
	}
	switch {
	case !json.Valid(line):
		c.refuse(nil, jsonrpc.CodeParseError, "the line is not JSON")
		return nil
	case line[0] == '[':
		c.refuse(nil, jsonrpc.CodeInvalidRequest, "batches are not part of the protocol; send one message a line")
		return nil
	}
	message, err := jsonrpc.DecodeMessage(line)
	if err != nil {
		var known struct{ ID json.RawMessage }
		_ = json.Unmarshal(line, &known) // no ID then
		c.refuse(known.ID, jsonrpc.CodeInvalidRequest, "the line is no JSON-RPC 2.0 message")
		return nil
	}
	if r, ok := message.(*jsonrpc.Request); ok && !c.note(r) {
		id, _ := json.Marshal(r.ID.Raw()) // a string or a number
		c.refuse(id, jsonrpc.CodeInvalidRequest, "another question with this id is being answered")
		return nil
	}
	return message
}

// note keeps a question until it is answered; false for a second one of the same ID. One
// that the client takes back may never be answered, and one that listens ends with the
// connection.
func (c *lines) note(r *jsonrpc.Request) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case r.IsCall() && c.open[r.ID]:
		return false
	case r.IsCall() && r.Method != "subscriptions/listen":
		c.open[r.ID] = true
	case r.Method == "notifications/cancelled":
		var params struct {
			RequestID any `json:"requestId"`
		}
		if json.Unmarshal(r.Params, &params) == nil {
			if id, err := jsonrpc.MakeID(params.RequestID); err == nil {
				c.answered(id)
			}
		}
	}
	return true
}

// answered is called with mu held.
func (c *lines) answered(id jsonrpc.ID) {
	delete(c.open, id)
	if len(c.open) == 0 {
		c.quiet.Broadcast()
	}
}

// refuse answers what is no message.
func (c *lines) refuse(id json.RawMessage, code int64, reason string) {
	if len(id) == 0 || id[0] != '"' && (id[0] < '0' || id[0] > '9') {
		id = json.RawMessage("null")
	}
	answer, _ := json.Marshal(struct { // strings and numbers can be encoded
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Error   jsonrpc.Error   `json:"error"`
	}{"2.0", id, jsonrpc.Error{Code: code, Message: reason}})
	_ = c.send(answer) // the next read tells that the client is gone
}

func (c *lines) send(message []byte) error {
	c.write.Lock()
	defer c.write.Unlock()
	_, err := c.out.Write(append(message, '\n'))
	return err
}

// Read implements sdk.Connection.
func (c *lines) Read(ctx context.Context) (jsonrpc.Message, error) {
	select {
	case message, ok := <-c.incoming:
		if !ok {
			return nil, io.EOF
		}
		return message, nil
	case <-c.closed:
		return nil, io.EOF
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Write implements sdk.Connection.
func (c *lines) Write(_ context.Context, message jsonrpc.Message) error {
	encoded, err := jsonrpc.EncodeMessage(message)
	if err != nil {
		return fmt.Errorf("encode message: %w", err)
	}
	err = c.send(encoded)
	if r, ok := message.(*jsonrpc.Response); ok {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.answered(r.ID)
	}
	return err
}

// Close implements sdk.Connection.
func (c *lines) Close() error {
	c.close.Do(func() {
		close(c.closed)
		c.mu.Lock()
		defer c.mu.Unlock()
		clear(c.open) // nobody waits any more
		c.quiet.Broadcast()
	})
	return nil
}
