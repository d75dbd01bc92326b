package impact

func processes(in *Input, affected []Affected) []Process { return nil }
