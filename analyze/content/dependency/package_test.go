package dependency

import (
	"slices"
	"testing"
)

// A property is a value that the projects below may use, and no package.
func TestPackagesWithoutProperties(t *testing.T) {
	const pom = `<project><properties><kotlin.version>2.0</kotlin.version></properties>
<dependencies><dependency><groupId>a</groupId><artifactId>b</artifactId><version>1</version></dependency></dependencies></project>`
	var names []string
	for _, p := range Packages("pom.xml", []byte(pom)) {
		names = append(names, p.Name)
	}
	if want := []string{"a:b"}; !slices.Equal(names, want) || !slices.Equal(Names("pom.xml", []byte(pom)), want) {
		t.Errorf("packages %v, want %v", names, want)
	}
}
