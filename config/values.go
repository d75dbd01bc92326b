package config

import (
	"encoding/json"
	"fmt"
)

// Values returns every setting, for OfValues in another process.
func (c *Config) Values() (map[string]json.RawMessage, error) {
	values := make(map[string]json.RawMessage)
	for _, s := range c.Settings() {
		value, err := json.Marshal(s.Value)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.Key, err)
		}
		values[s.Key] = value
	}
	return values, nil
}

// OfValues returns the configuration whose settings have these values.
func OfValues(values map[string]json.RawMessage) (*Config, error) {
	c := Default()
	for _, s := range c.Settings() {
		if value, ok := values[s.Key]; ok {
			if err := json.Unmarshal(value, s.Value); err != nil {
				return nil, fmt.Errorf("%s: %w", s.Key, err)
			}
		}
	}
	return c, nil
}
