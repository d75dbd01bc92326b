package model

import (
	"bufio"
	"errors"
	"io"
	"strings"
)

// maxEvent bounds one event of a stream, in bytes.
const maxEvent = 8 << 20

// events reads server-sent events and calls each with the data of every one, until it is done
// or fails. The end of the stream is no error.
func events(r io.Reader, each func(data string) (done bool, err error)) error {
	lines := bufio.NewReaderSize(r, 64<<10)
	var data []string
	size := 0
	for {
		line, err := readLine(lines)
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		ended := err != nil
		field, value, _ := strings.Cut(line, ":")
		switch {
		case field == "data":
			value = strings.TrimPrefix(value, " ")
			if size += len(value); size > maxEvent {
				return &Error{Kind: Unreadable, Detail: "an event is too long"}
			}
			data = append(data, value)
		case line == "" && len(data) > 0 && !ended:
			done, err := each(strings.Join(data, "\n"))
			if done || err != nil {
				return err
			}
			data, size = nil, 0
		}
		if ended {
			return nil // what has no blank line behind it is no event
		}
	}
}

// readLine returns a line without its end. A line that is too long is an error.
func readLine(r *bufio.Reader) (string, error) {
	var b strings.Builder
	for {
		part, err := r.ReadSlice('\n')
		b.Write(part)
		switch {
		case errors.Is(err, bufio.ErrBufferFull) && b.Len() <= maxEvent:
			continue
		case errors.Is(err, bufio.ErrBufferFull):
			return "", &Error{Kind: Unreadable, Detail: "a line is too long"}
		}
		return strings.TrimRight(b.String(), "\r\n"), err
	}
}
