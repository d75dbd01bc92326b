package cfamily

func prepare(src []byte, d dialect) []byte { return src }
