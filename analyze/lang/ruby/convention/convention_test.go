package convention

import "testing"

func TestHandler(t *testing.T) {
	for _, test := range []struct{ in, class, method string }{
		{"users#index", "UsersController", "index"},
		{"admin/user_roles#destroy_all", "Admin::UserRolesController", "destroy_all"},
		{"/users", "", ""},
		{"#top", "", ""},
		{"users#", "", ""},
		{"see issue #12", "", ""},
		{"a#b#c", "", ""},
	} {
		if class, method := Handler(test.in); class != test.class || method != test.method {
			t.Errorf("Handler(%q) is %q, %q, want %q, %q", test.in, class, method, test.class, test.method)
		}
	}
}
