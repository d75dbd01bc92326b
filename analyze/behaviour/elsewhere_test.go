package behaviour_test

import (
	"slices"
	"testing"
)

// What other code of the change does instead is not told.
func TestElsewhere(t *testing.T) {
	ruby := func(list, stat string) string {
		return "class A\n" + list + "\n  def stat(path)\n    File.stat(path)\n  rescue " + stat + "\n    nil\n  end\nend\n"
	}
	handled := "  def list(path)\n    stat = File.stat(path)\n    return show(stat) if stat.file?\n    none(path)\n  rescue Errno::ENOENT, Errno::ELOOP\n    none(path)\n  end\n"
	helped := "  def list(path)\n    if (stat = stat(path)) && stat.readable?\n      return show(stat) if stat.file?\n    end\n    none(path)\n  end\n"
	for _, tt := range []struct {
		name, path, before, after string
		want                      []string
	}{
		{"a handler of a function that is called now", "a.rb", ruby(handled, "Errno::ENOENT, Errno::ELOOP"), ruby(helped, "Errno::ENOENT, Errno::ELOOP"), nil},
		{"a handler of other errors there", "a.rb", ruby(handled, "IOError"), ruby(helped, "IOError"), []string{"catch-removed A.list 3"}},
		{
			"a function that is another one under a condition", "a.py",
			"class A:\n    def __str__(self):\n        s = self.text()\n        return s if PY3 else s.encode('utf-8')\n\n    def text(self):\n        return ''\n",
			"class A:\n    def text(self):\n        return ''\n\n    if PY3:\n        __str__ = text\n        del text\n",
			nil,
		},
		{
			"a name under a condition that no function had", "a.py",
			"class A:\n    def __str__(self):\n        s = self.text()\n        return s if PY3 else s.encode('utf-8')\n\n    def text(self):\n        return ''\n",
			"class A:\n    def text(self):\n        return ''\n\n    if PY3:\n        size = text\n        del text\n",
			[]string{"guard-added A 5"},
		},
	} {
		if got := lines(compare(t, map[string][2]string{tt.path: {tt.before, tt.after}})); !slices.Equal(got, tt.want) {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}
