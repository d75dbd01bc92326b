package cfamily

import "github.com/nexus-ci/nexus-ci/analyze/lang"

// Scores of entry points: highest for what starts a program, lower for what libraries call back,
// lowest for what could only be called from outside the repository.
const (
	scoreMain     = 3.0
	scoreHandler  = 2.0
	scoreExported = 0.5
)

// entries returns the entry points of a program: its main function, callbacks of the system and of
// common event loops, and functions that other programs link to.
func entries() []lang.Entry {
	var list []lang.Entry
	for _, name := range []string{"main", "wmain", "_tmain", "WinMain", "wWinMain", "DllMain", "LLVMFuzzerTestOneInput", "app_main", "SDL_main"} {
		list = append(list, lang.Entry{Type: "main", Score: scoreMain, Name: name})
	}
	for _, call := range []string{
		"signal", "sigaction", "atexit", "at_quick_exit", "on_exit", "pthread_create", "thrd_create", "pthread_atfork", "SetConsoleCtrlHandler",
		"CreateThread", "_beginthreadex", "std.set_terminate", "std.atexit", "std.thread",
		"uv_*_start", "uv_*_init", "uv_listen", "uv_queue_work", "ev_*_init", "event_new", "event_set", "evtimer_*", "bufferevent_setcb", "evhttp_set_*cb",
		"g_signal_connect*", "g_idle_add*", "g_timeout_add*", "luaL_register", "lua_register", "lua_pushcfunction", "glut*Func", "glfwSet*Callback",
		"connect", "QObject.connect",
	} {
		list = append(list, lang.Entry{Type: "event", Score: scoreHandler, Registrar: call})
	}
	for _, param := range []string{"*crow.request", "*httplib.Request", "httplib.Request", "*FCGX_Request"} {
		list = append(list, lang.Entry{Type: "request_handler", Score: scoreHandler, ParamType: param})
	}
	return append(list, lang.Entry{Type: "exported", Score: scoreExported, ExportedOnly: true})
}
