package cfamily

import "github.com/nexus-ci/nexus-ci/analyze/lang"

// Scores of entry points: what a program starts with before what a library calls
// back, and that before what merely could be called from outside.
const (
	scoreMain     = 3.0
	scoreHandler  = 2.0
	scoreExported = 0.5
)

// entries are the ways into a program: its main function, what is handed to the
// system or to the usual event loops, and what other programs link with.
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
